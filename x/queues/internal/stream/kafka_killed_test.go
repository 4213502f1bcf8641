package stream_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bauta/bauta/x/queues/internal/stream"
)

// cut is a process's way to the brokers, which ends when it dies.
type cut struct {
	sync.Mutex
	dead  bool
	conns []net.Conn
}

func (c *cut) dial(ctx context.Context, network, host string) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, network, host)
	if err != nil {
		return nil, err
	}
	c.Lock()
	defer c.Unlock()
	if c.dead {
		conn.Close()
		return nil, errors.New("it is dead")
	}
	c.conns = append(c.conns, conn)
	return conn, nil
}

func (c *cut) die() {
	c.Lock()
	defer c.Unlock()
	c.dead = true
	for _, conn := range c.conns {
		conn.Close()
	}
}

// Two processes die in turn, at any step, or stand still for so long that others have their
// part: nothing is lost, nothing comes twice, and it is what one machine writes.
func TestKafkaKilledInTurn(t *testing.T) {
	at, cl := brokers(t)
	messages := 150
	if os.Getenv("BAUTA_LONG") != "" {
		messages = 5000
	}
	sent(t, cl, chat(rand.New(rand.NewPCG(1, 2)), messages)...)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	var deaths [2]int
	for i := range deaths {
		group.Go(func() {
			draw := rand.New(rand.NewPCG(3, uint64(i)))
			for ctx.Err() == nil {
				if doomed(ctx, t, at, draw, deaths[i] < 3) {
					deaths[i]++
				}
			}
		})
	}
	for undone(t, cl) > 0 && !t.Failed() {
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	group.Wait()
	if deaths[0]+deaths[1] < 3 { // one may have done nothing
		t.Errorf("they died %v times", deaths)
	}
	whole(t, cl)
	t.Logf("%d messages, deaths %v", messages, deaths)
}

// doomed is a process that dies, or stands still, at one message of some; soon, it dies.
func doomed(ctx context.Context, t *testing.T, at string, draw *rand.Rand, soon bool) (died bool) {
	life, end := context.WithCancel(ctx)
	defer end()
	way := &cut{}
	k := heard(at, func(string) {})
	k.Options = []kgo.Opt{kgo.Dialer(way.dial)}
	left := draw.IntN(20)
	cfg := config(func() {
		left--
		switch at := draw.IntN(160); {
		case at < 2, soon && left < 0 && !died:
			died = true
			time.AfterFunc(time.Duration(draw.IntN(3000))*time.Microsecond, func() { way.die(); end() })
		case at == 2:
			time.Sleep(500 * time.Millisecond)
		}
	})
	if _, err := stream.Run(life, k, cfg); err != nil && life.Err() == nil {
		t.Error(err)
		end()
	}
	return died
}

// Brokers that are lost are waited for, and that is told; but not for ever.
func TestKafkaLost(t *testing.T) {
	at, cl := brokers(t)
	sent(t, cl, chat(rand.New(rand.NewPCG(1, 2)), 80)...)
	way := &cut{}
	told := make(chan string, 100)
	k := heard(at, func(what string) {
		told <- what
		if strings.Contains(what, "lost") {
			time.AfterFunc(100*time.Millisecond, way.revive)
		}
	})
	k.Options = []kgo.Opt{kgo.Dialer(way.dial)}
	var once sync.Once
	if err := passed(t, cl, k, config(func() { once.Do(way.die) })); err != nil {
		t.Fatal(err)
	}
	whole(t, cl)
	if a, b := <-told, <-told; !strings.Contains(a, "lost") || !strings.Contains(b, "back") {
		t.Errorf("%s, %s", a, b)
	}
	sent(t, cl, `{"thread":"a","text":"Zyxwvuta vient"}`)
	k.Patience, k.Tell = time.Millisecond, func(string) {}
	err := passed(t, cl, k, config(way.die))
	if err == nil || !strings.Contains(err.Error(), "no broker answers") || strings.Contains(err.Error(), canary) {
		t.Errorf("they are away: %v", err)
	}
	if undone(t, cl) != 1 {
		t.Errorf("%d are left", undone(t, cl))
	}
}

func (c *cut) revive() {
	c.Lock()
	defer c.Unlock()
	c.dead = false
}

// What a process knew of threads is not what holds when they come back to it: another one
// has had them since.
func TestKafkaAway(t *testing.T) {
	at, cl := brokers(t)
	first, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() {
		_, err := stream.Run(first, heard(at, func(string) {}), config(nil))
		ended <- err
	}()
	say := func(who int) {
		for thread := range 12 {
			sent(t, cl, fmt.Sprintf(`{"thread":"%d","text":"%s%c vient"}`, thread, canary, 'a'+who))
		}
	}
	done := func() {
		for undone(t, cl) > 0 && first.Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
	}
	say(0)
	done()
	second, leave := context.WithCancel(t.Context())
	defer leave()
	others, left := atomic.Int32{}, make(chan error, 1)
	go func() {
		_, err := stream.Run(second, heard(at, func(string) {}), config(func() { others.Add(1) }))
		left <- err
	}()
	for who := 1; others.Load() < 12; who++ {
		say(who)
		done()
	}
	leave()
	if err := <-left; err != nil {
		t.Error(err)
	}
	say(1)
	say(25)
	done()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	whole(t, cl)
}
