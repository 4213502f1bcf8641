package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/spf13/pflag"

	"github.com/bauta/bauta/internal/bounded"
)

// listening is where a server is reached.
type listening struct {
	addr        string
	behindProxy bool
	cert, tlsk  string
	clientCA    string // of whose certificates clients bring one; "" for none
}

func (o *listening) flags(f *pflag.FlagSet, addr string) {
	f.StringVar(&o.addr, "addr", addr, "address to listen on; port 0 takes a free one")
	f.BoolVar(&o.behindProxy, "behind-proxy", false, "a proxy with TLS stands before this server: listen beyond "+
		"this machine")
	f.StringVar(&o.cert, "tls-cert", "", "certificate chain (PEM), to serve TLS without a proxy")
	f.StringVar(&o.tlsk, "tls-key", "", "key of the certificate (PEM)")
}

// local reports that only this machine reaches the server.
func (o *listening) local() bool {
	host, _, err := net.SplitHostPort(o.addr)
	return err == nil && loopback(host) && !o.behindProxy
}

// answerUntil serves until the context ends, and lets what is under way end.
func answerUntil(ctx context.Context, l net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 2 * time.Minute,
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 32 << 10, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	err := srv.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close() // who is not done by now is cut off
	}
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// listen opens the address: loopback alone, unless TLS is spoken here or by a
// proxy.
func (o *listening) listen(ctx context.Context) (net.Listener, error) {
	if (o.cert == "") != (o.tlsk == "") {
		return nil, errUsage{errors.New("--tls-cert and --tls-key go together")}
	}
	if o.clientCA != "" && o.cert == "" {
		return nil, errUsage{errors.New("--client-ca needs --tls-cert and --tls-key: certificates are shown over TLS")}
	}
	host, _, err := net.SplitHostPort(o.addr)
	if err != nil {
		return nil, errUsage{fmt.Errorf("--addr %s: write HOST:PORT", o.addr)}
	}
	if !loopback(host) && !o.behindProxy && o.cert == "" {
		return nil, fmt.Errorf("--addr %s: reachable from elsewhere without TLS; give --tls-cert and --tls-key, or "+
			"--behind-proxy where a proxy has them", o.addr)
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.addr)
	if err != nil {
		return nil, fmt.Errorf("--addr %s: cannot listen there; is the port taken?", o.addr)
	}
	if o.cert == "" {
		return l, nil
	}
	pair, err := tls.LoadX509KeyPair(o.cert, o.tlsk)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: no certificate with its key; give two PEM files", o.cert), l.Close())
	}
	how := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	if o.clientCA != "" {
		if how.ClientCAs, err = authorities(o.clientCA); err != nil {
			return nil, errors.Join(err, l.Close())
		}
		how.ClientAuth = tls.VerifyClientCertIfGiven // who brings none is told so in words
	}
	return tls.NewListener(l, how), nil
}

// maxAuthorities bounds a file of certificates.
const maxAuthorities = 1 << 20

// authorities reads the certificates by which clients are known.
func authorities(name string) (*x509.CertPool, error) {
	pem, err := bounded.File(name, maxAuthorities)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s: no certificate in it; give the PEM file of who signs those of your clients", name)
	}
	return pool, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
