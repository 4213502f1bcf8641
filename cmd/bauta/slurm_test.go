//go:build unix

package main

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
)

// cluster is the smallest one that Slurm makes: this machine is its head and its only node.
const cluster = `ClusterName=one
SlurmctldHost=localhost
SlurmUser=WHO
SlurmdUser=WHO
AuthInfo=socket=DIR/munge.sock
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmctldPort=HEAD
SlurmdPort=NODE
StateSaveLocation=DIR
SlurmdSpoolDir=DIR/spool
SlurmctldPidFile=DIR/head.pid
SlurmdPidFile=DIR/node.pid
SlurmdParameters=config_overrides
NodeName=localhost CPUs=8 State=UNKNOWN
PartitionName=all Nodes=localhost Default=YES State=UP
`

// slurm starts a cluster where Slurm is installed; commands of the test find it until the test ends.
func slurm(t *testing.T) {
	t.Helper()
	for _, name := range []string{"munged", "slurmctld", "slurmd"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("there is no Slurm; internal/setup.sh slurm installs it")
		}
	}
	dir, secret := t.TempDir(), make([]byte, 1024)
	at := func(name string) string { return filepath.Join(dir, name) }
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	rand.Read(secret)
	put(t, at("munge.key"), string(secret))
	put(t, at("slurm.conf"), strings.NewReplacer("DIR", dir, "WHO", who.Username, "HEAD", freePort(t), "NODE", freePort(t)).Replace(cluster))
	t.Setenv("SLURM_CONF", at("slurm.conf"))
	died := make(chan string, 3)
	for _, args := range [][]string{
		{"munged", "-F", "--force", "--socket=" + at("munge.sock"), "--key-file=" + at("munge.key"), "--pid-file=" + at("munge.pid"), "--log-file=" + at("munge.log"), "--seed-file=" + at("munge.seed")},
		{"slurmctld", "-D", "-f", at("slurm.conf")},
		{"slurmd", "-D", "-f", at("slurm.conf"), "-N", "localhost"},
	} {
		daemon := exec.Command(args[0], args[1:]...)
		if err := daemon.Start(); err != nil {
			t.Fatal(err)
		}
		gone := make(chan bool)
		go func() {
			died <- fmt.Sprintf("%s ended: %v", args[0], daemon.Wait())
			close(gone)
		}()
		t.Cleanup(func() {
			daemon.Process.Signal(os.Interrupt)
			<-gone
		})
		if args[0] == "munged" {
			await(t, "munged listens", func() bool {
				_, err := os.Stat(at("munge.sock"))
				return err == nil || len(died) > 0
			})
		}
	}
	await(t, "a node that waits for work", func() bool {
		select {
		case why := <-died:
			t.Fatal(why)
		default:
		}
		got, err := exec.Command("sinfo", "-h", "-o", "%t").Output()
		return err == nil && strings.TrimSpace(string(got)) == "idle"
	})
}

// freePort is one that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// TestRecipeSlurm: an array of tasks gives what one run gives, over files row by row, and over one
// file in parts, three for sixteen.
func TestRecipeSlurm(t *testing.T) {
	slurm(t)
	dir := t.TempDir()
	var chat strings.Builder
	chat.WriteString("id,thread,text\n")
	for i := range 64 {
		fmt.Fprintf(&chat, "%d,%d,salut Patrice Martin et Léa\n", i, i%7)
	}
	put(t, filepath.Join(dir, "chat.csv"), chat.String())
	for i := 1; i <= 4; i++ {
		put(t, filepath.Join(dir, fmt.Sprintf("messages.%d.txt", i)), fmt.Sprintf("salut Patrice Martin\nlot %d\n", i))
	}
	bautaIn(t, "key", "new", filepath.Join(dir, "key"))
	for name, page := range map[string]string{"rows.sh": "rows.md", "parts.sh": "scale.md"} {
		put(t, filepath.Join(dir, name), strings.ReplaceAll(recipes(t, page, "bash")[0], "16", "3")+"\n")
	}
	shell(t, dir, "sbatch --wait rows.sh")
	for i := 1; i <= 4; i++ {
		got, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("released.%d.txt", i)))
		if want := fmt.Sprintf("salut Person 1\nlot %d\n", i); err != nil || string(got) != want {
			t.Errorf("task %d: %v, %q", i, err, got)
		}
	}
	shell(t, dir, "sbatch --wait parts.sh")
	shell(t, dir, "bauta merge part*.csv -o released.csv && bauta anonymise --key key chat.csv -o whole.csv")
	whole, err := os.ReadFile(filepath.Join(dir, "whole.csv"))
	if err != nil || strings.Contains(string(whole), "Patrice") {
		t.Fatal("one run: ", err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "released.csv")); err != nil || string(got) != string(whole) {
		t.Errorf("%v, %d bytes in parts, %d in one run", err, len(got), len(whole))
	}
}
