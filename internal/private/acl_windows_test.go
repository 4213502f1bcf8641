package private

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/windows"
)

// TestAccessList: what OpenFile makes is read, and no longer once its access
// list lets in everybody, or is none.
func TestAccessList(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	flag := os.O_WRONLY | os.O_CREATE
	f, err := OpenFile(name, flag|os.O_EXCL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("1234"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := OpenFile(name, flag|os.O_EXCL); !errors.Is(err, os.ErrExist) {
		t.Errorf("made twice: %v", err)
	}
	if f, err = OpenFile(name, flag|os.O_APPEND); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if data, err := Read(name, 8); string(data) != "1234" {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	everybody, err := windows.SecurityDescriptorFromString("D:P(A;;FA;;;WD)")
	if err != nil {
		t.Fatal(err)
	}
	list, _, err := everybody.DACL()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []*windows.ACL{list, nil} {
		err := windows.SetNamedSecurityInfo(name, windows.SE_FILE_OBJECT,
			windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, l, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(name, 8); !errors.Is(err, ErrShared) {
			t.Errorf("open to all: %v", err)
		}
	}
}
