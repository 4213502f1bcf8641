package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// errList stands for an access list that cannot be read to its end: who is let
// in is not known, and what it guards has to be taken as read.
var errList = fmt.Errorf("%w (its access list cannot be told)", ErrShared)

// closed is nil where the access list of a file lets in its owner, the system
// and administrators, and nobody else.
func closed(f *os.File, _ fs.FileInfo) error {
	sd, err := windows.GetSecurityInfo(windows.Handle(f.Fd()), windows.SE_FILE_OBJECT,
		windows.OWNER_SECURITY_INFORMATION|windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		return errList
	}
	owner, _, err := sd.Owner()
	if err != nil || owner == nil {
		return errList
	}
	me, err := reader()
	if err != nil {
		return errList
	}
	list, _, err := sd.DACL()
	if err != nil || list == nil { // without a list everybody is let in
		return errList
	}
	letIn, err := entries(list)
	if err != nil {
		return err
	}
	if who := stranger([]string{owner.String(), me}, letIn); who != "" {
		return fmt.Errorf("%w (its access list lets in %s)", ErrShared, who)
	}
	return nil
}

// entries are those whom an access list lets in, whatever they may do then. An
// entry that shuts out takes nothing from what another one gives.
func entries(list *windows.ACL) ([]string, error) {
	var letIn []string
	for i := range uint32(list.AceCount) {
		var ace *windows.ACCESS_ALLOWED_ACE
		if err := windows.GetAce(list, i, &ace); err != nil {
			return nil, errList
		}
		switch {
		case ace.Header.AceFlags&windows.INHERIT_ONLY_ACE != 0 || ace.Header.AceType == windows.ACCESS_DENIED_ACE_TYPE:
		case ace.Header.AceType == windows.ACCESS_ALLOWED_ACE_TYPE:
			letIn = append(letIn, (*windows.SID)(unsafe.Pointer(&ace.SidStart)).String())
		default:
			return nil, errList
		}
	}
	return letIn, nil
}

// reader is whom this process runs for.
func reader() (string, error) {
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return "", err
	}
	return user.User.Sid.String(), nil
}

// OpenFile is os.OpenFile, and what it makes is its owner's alone from the
// start: a file would else be open to whom its folder is.
func OpenFile(path string, flag int) (*os.File, error) {
	if flag&os.O_CREATE == 0 {
		return os.OpenFile(path, flag, 0)
	}
	err := makeNew(path)
	if errors.Is(err, fs.ErrExist) && flag&os.O_EXCL == 0 {
		err = nil
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.OpenFile(path, flag&^(os.O_CREATE|os.O_EXCL), 0)
}

// makeNew makes an empty file with an access list of its own, which inherits nothing.
func makeNew(path string) error {
	me, err := reader()
	if err != nil {
		return err
	}
	sd, err := windows.SecurityDescriptorFromString("O:" + me + "D:P(A;;FA;;;" + me + ")(A;;FA;;;SY)(A;;FA;;;BA)")
	if err != nil {
		return err
	}
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	sa := &windows.SecurityAttributes{SecurityDescriptor: sd}
	sa.Length = uint32(unsafe.Sizeof(*sa))
	h, err := windows.CreateFile(name, windows.GENERIC_WRITE, 0, sa, windows.CREATE_NEW,
		windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return err
	}
	return windows.CloseHandle(h)
}

// Close says what to type so that others may read a file no longer.
func Close(path string) string {
	return fmt.Sprintf("type: icacls %q /inheritance:r /grant:r \"%%USERNAME%%:F\"", path)
}
