"""Trains the one network of six languages on what `go run ./gen/encoder export DIR` wrote.

    python3 gen/encoder/train.py DIR

needs PyTorch and NumPy, an accelerator for minutes, a processor for days. First teachers,
larger networks, read everything for some minutes each, side by side; then the student, of
the sizes of the Go program, reads with half of its labels theirs, and raw sentences with
labels of theirs alone. Beside its labels each direction of a network guesses the next word
(Rei, Semi-supervised multitask learning for sequence labeling, 2017). DIR/student.f32 has
the weights in the order of Net.Params of internal/learn/neural. On an accelerator two runs
are not the same to the bit.
"""
import argparse, json, math, os, subprocess, sys, time
import numpy as np
import torch, torch.nn as nn, torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

dev = 'cuda' if torch.cuda.is_available() else 'cpu'
torch.backends.cuda.matmul.allow_tf32 = False
NEG = -1e4
TOKENS = 0  # of a batch
START = time.time()

def say(*a):
    print('%6.1f' % (time.time() - START), *a, flush=True)

class Data:
    def __init__(self, dir, forms=None):
        i32 = lambda n: torch.from_numpy(np.fromfile(f'{dir}/{n}.i32', dtype=np.int32)).to(dev)
        f = forms or self
        if forms is None:
            for n in ['form.word', 'form.gram.at', 'form.gram', 'form.letter.at', 'form.letter']:
                setattr(self, n.replace('.', '_'), i32(n).long())
        self.forms = f
        self.pair = i32('pair').view(-1, 2)
        for n in ['base.at', 'base', 'context.at', 'context', 'offset']:
            setattr(self, n.replace('.', '_'), i32(n).long())
        self.token, self.ctx = i32('token'), i32('ctx'); self.set = i32('set').long() if forms else None
        self.gold = torch.from_numpy(np.fromfile(f'{dir}/gold.u8', dtype=np.uint8)).to(dev)
        self.weight = torch.from_numpy(np.fromfile(f'{dir}/weight.f32', dtype=np.float32)).to(dev)
        self.length = self.offset[1:] - self.offset[:-1]
        self.labelled = self.gold[self.offset[:-1]] != 255

def ragged(ids, at, data):
    """The flat entries of rows ids, and where each row begins."""
    n = at[ids + 1] - at[ids]
    off = torch.cumsum(n, 0) - n
    flat = torch.arange(int(n.sum()), device=ids.device) + torch.repeat_interleave(at[ids] - off, n)
    return data[flat], off, n

class CRF(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.pair, self.start, self.end = (nn.Parameter(torch.zeros(k, k)), nn.Parameter(torch.zeros(k)),
                                           nn.Parameter(torch.zeros(k)))
        a = torch.arange(k)
        fr, to = a[:, None], a[None, :]
        ok = (to == 0) | (to % 2 == 1) | (fr == to) | (fr == to - 1)
        self.register_buffer('ok', ok)
        self.register_buffer('first', (a == 0) | (a % 2 == 1))

    def weights(self):
        return self.pair.masked_fill(~self.ok, NEG), self.start.masked_fill(~self.first, NEG)

    def logz(self, e, n):
        """e: B×T×K, n: B lengths; every logZ."""
        pair, start = self.weights()
        B, T, K = e.shape
        v = e[:, 0] + start
        top = v.amax(1, keepdim=True).detach()
        v, scale = torch.exp(v - top), top[:, 0]
        if T > 1:
            rest = e[:, 1:]
            top = rest.amax(2, keepdim=True).detach()
            keep = torch.arange(1, T, device=e.device)[None] < n[:, None]
            scale = scale + (top[:, :, 0] * keep).sum(1)
            m = torch.exp(pair)[None, None] * torch.exp(rest - top)[:, :, None, :]
            one = torch.eye(K, device=e.device)
            m = torch.where(keep[:, :, None, None], m, one)
            while m.shape[1] > 1:
                if m.shape[1] % 2:
                    m = torch.cat([m, one.expand(B, 1, K, K)], 1)
                m = m[:, ::2] @ m[:, 1::2]
                top = m.detach().amax((2, 3), keepdim=True).clamp(min=1e-30)
                m, scale = m / top, scale + torch.log(top).sum((1, 2, 3))
            v = (v[:, None] @ m[:, 0])[:, 0]
        end = self.end.max().detach()
        return torch.log((v * torch.exp(self.end - end)).sum(1).clamp(min=1e-30)) + scale + end

    def gold(self, e, y, mask, n):
        pair, start = self.pair, self.start
        s = (e.gather(2, y[:, :, None])[:, :, 0] * mask).sum(1) + start[y[:, 0]]
        s = s + (pair[y[:, :-1], y[:, 1:]] * mask[:, 1:]).sum(1)
        return s + self.end[y.gather(1, (n - 1)[:, None])[:, 0]]

    def soft(self, e, q, mask, n):
        """The score of a labelling drawn from marginals q, on average."""
        pair = self.pair * self.ok
        s = ((e * q).sum(2) * mask).sum(1) + (q[:, 0] * (self.start * self.first)).sum(1)
        s = s + (((q[:, :-1] @ pair) * q[:, 1:]).sum(2) * mask[:, 1:]).sum(1)
        last = q[torch.arange(len(q), device=q.device), n - 1]
        return s + (last * self.end).sum(1)

    def best(self, e, n):
        pair, start = self.weights()
        a, back = e[:, 0] + start, []
        for t in range(1, e.shape[1]):
            v, p = (a[:, :, None] + pair[None]).max(1)
            keep = (t < n)[:, None]
            back.append(torch.where(keep, p, torch.arange(self.k, device=e.device)[None]))
            a = torch.where(keep, v + e[:, t], a)
        y = (a + self.end).argmax(1)
        out = [y]
        for p in reversed(back):
            y = p.gather(1, y[:, None])[:, 0]
            out.append(y)
        return torch.stack(out[::-1], 1)

class Net(nn.Module):
    def __init__(self, s, hidden, layers, data_dir):
        super().__init__()
        k = s['Labels']
        self.s, self.hidden = s, hidden
        start = torch.from_numpy(np.fromfile(f'{data_dir}/start.f32', dtype=np.float32))
        n = s['Words'] * s['Word']
        self.words = nn.Parameter(start[:n].view(-1, s['Word']).clone())
        self.grams = nn.Parameter(start[n:n + s['Grams'] * s['Word']].view(-1, s['Word']).clone())
        self.features = nn.Parameter(torch.randn(s['Features'], s['Feature']) * 0.1)
        self.letters = nn.Parameter(torch.randn(s['Letters'], s['Letter']))
        self.spell = nn.LSTM(s['Letter'], s['Spelling'], bidirectional=True, batch_first=True)
        width = s['Word'] + 2 * s['Spelling'] + s['Feature']
        self.lstm = nn.LSTM(width, hidden, bidirectional=True, batch_first=True)
        self.upper = nn.ModuleList([nn.LSTM(2 * hidden, hidden, bidirectional=True, batch_first=True)
                                    for _ in range(layers - 1)])
        self.scores = nn.Linear(2 * hidden, k)
        self.crf = CRF(k)
        self.guess = nn.ModuleList([nn.Linear(hidden, s['Word']) for _ in range(2)])
        self.bias = nn.Parameter(torch.zeros(s['Words']))

    def form_vectors(self, f, ids, unknown):
        word = f.form_word[ids]
        known = word >= 0
        if self.training and unknown > 0:
            known = known & (torch.rand(len(ids), device=ids.device) >= unknown)
        flat, off, _ = ragged(ids, f.form_gram_at, f.form_gram)
        g = F.embedding_bag(flat, self.grams, off, mode='mean')
        v = torch.where(known[:, None], F.embedding(word.clamp(min=0), self.words), g)
        flat, off, n = ragged(ids, f.form_letter_at, f.form_letter)
        longest = int(n.max())
        at = off[:, None] + torch.arange(longest, device=ids.device)[None]
        pad = torch.arange(longest, device=ids.device)[None] >= n[:, None]
        at = at.clamp(max=max(len(flat) - 1, 0)).masked_fill(pad, 0)
        x = F.embedding(flat[at], self.letters)
        p = pack_padded_sequence(x, n.clamp(min=1).cpu(), batch_first=True, enforce_sorted=False)
        _, (h, _) = self.spell(p)
        h = torch.cat([h[0], h[1]], 1) * (n > 0)[:, None]
        return torch.cat([v, h], 1)

    def inputs(self, d, seqs, unknown=0.0, blind=0.0, drop=0.0):
        n, order = d.length[seqs].sort(descending=True)
        seqs = seqs[order]
        T = int(n[0])
        ar = torch.arange(T, device=seqs.device)[None]
        mask = ar < n[:, None]
        pos = (d.offset[:-1][seqs][:, None] + ar).clamp(max=len(d.token) - 1)
        tok = d.pair[d.token[pos].long()].long()
        tok = tok * mask[:, :, None]
        forms, fi = torch.unique(tok[:, :, 0], return_inverse=True)
        bases, bi = torch.unique(tok[:, :, 1], return_inverse=True)
        fv = self.form_vectors(d.forms, forms, unknown)
        flat, off, _ = ragged(bases, d.base_at, d.base)
        bv = F.embedding_bag(flat, self.features, off, mode='sum')
        ctxs, ci = torch.unique(d.ctx[pos].long() * mask, return_inverse=True)
        flat, off, _ = ragged(ctxs, d.context_at, d.context)
        cv = F.embedding_bag(flat, self.features, off, mode='sum')
        form, feat = fv[fi], bv[bi] + cv[ci]
        w = self.s['Word']
        if self.training and blind > 0:
            keep = (torch.rand(2, *mask.shape, 1, device=mask.device) >= blind).float()
            form = torch.cat([form[..., :w] * keep[0], form[..., w:]], 2)
            feat = feat * keep[1]
        x = torch.cat([form, feat], 2)
        x = F.dropout(x, drop, self.training)
        return seqs, n, mask, pos, tok[:, :, 0], x

    def run(self, x, n, drop):
        cpu = n.cpu()
        def through(lstm, x):
            y, _ = lstm(pack_padded_sequence(x, cpu, batch_first=True))
            return pad_packed_sequence(y, batch_first=True)[0]
        y = first = through(self.lstm, x)
        for l in self.upper:
            y = through(l, F.dropout(y, drop, self.training))
        return first, self.scores(F.dropout(y, drop, self.training))

    def lm(self, first, words, mask, most=3072):
        """The next word by what reads forward, the one before by what reads backward."""
        H = self.hidden
        loss = 0.0
        for k, (h, t, m) in enumerate([(first[:, :-1, :H], words[:, 1:], mask[:, 1:]),
                                       (first[:, 1:, H:], words[:, :-1], mask[:, 1:])]):
            at = ((t >= 0) & m).nonzero()
            if len(at) == 0:
                continue
            at = at[torch.randperm(len(at), device=at.device)[:most]]
            v = self.guess[k](h[at[:, 0], at[:, 1]])
            loss = loss + F.cross_entropy(v @ self.words.t() + self.bias, t[at[:, 0], at[:, 1]])
        return loss

def batches(d, which, tokens, chunk=64):
    """Sequences drawn by their weights, those of a batch of like lengths, for ever."""
    ids = which.nonzero()[:, 0]
    w = torch.cumsum(d.weight[ids].double(), 0)
    mean = float((d.length[ids] * d.weight[ids]).sum() / d.weight[ids].sum())
    n = max(int(chunk * tokens / mean), 8)
    while True:
        u = torch.rand(n, device=ids.device, dtype=torch.double) * w[-1]
        s = ids[torch.searchsorted(w, u).clamp(max=len(ids) - 1)]
        s = s[d.length[s].sort().indices]
        ends = torch.cumsum(d.length[s], 0)
        cut = torch.searchsorted(ends, torch.arange(1, int(ends[-1]) // tokens + 1, device=ends.device) * tokens).tolist()
        parts, last = [], 0
        for c in cut:
            if c > last:
                parts.append(s[last:c])
            last = c
        for i in torch.randperm(len(parts)).tolist():
            yield parts[i]

def train(net, d, seconds, lr, drop, unknown, blind, lm0, lm1, soft=None, raw_every=2, name=''):
    net.train()
    opt = torch.optim.Adam(net.parameters(), lr=lr, betas=(0.9, 0.98), **({'fused': True} if dev == 'cuda' else {}))
    ema = {k: v.detach().clone() for k, v in net.state_dict().items()}
    keys = [k for k, v in ema.items() if v.dtype.is_floating_point]
    state = net.state_dict()
    shadow, live = [ema[k] for k in keys], [state[k] for k in keys]
    lab = batches(d, d.labelled, TOKENS)
    raw = batches(d, ~d.labelled, TOKENS)
    start, step, told, sums = time.time(), 0, time.time(), [0.0, 0.0, 0]
    seen = 0
    while True:
        done = (time.time() - start) / seconds
        if done >= 1:
            break
        rate = lr * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        for g in opt.param_groups:
            g['lr'] = rate
        is_raw = raw_every > 0 and step % raw_every == raw_every - 1
        seqs, n, mask, pos, forms, x = net.inputs(d, next(raw if is_raw else lab), unknown, blind, drop)
        first, e = net.run(x, n, drop)
        seen = seen + n.sum()
        loss, lm = 0.0, lm0 + (lm1 - lm0) * done
        if soft is not None:
            q = soft[pos].float()
            if not is_raw:
                q = 0.5 * q + 0.5 * F.one_hot(d.gold[pos].long().clamp(max=net.crf.k - 1), net.crf.k)
            loss = (net.crf.logz(e, n) - net.crf.soft(e, q, mask, n)).sum() / len(n)
        elif not is_raw:
            y = d.gold[pos].long() * mask
            loss = (net.crf.logz(e, n) - net.crf.gold(e, y, mask, n)).sum() / len(n)
        if lm > 0:
            l = net.lm(first, torch.where(mask, d.forms.form_word[forms], torch.full_like(forms, -1)), mask)
            sums[1] = sums[1] + l.detach()
            loss = loss + lm * l
        opt.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        ok = torch.isfinite(norm)
        for p in net.parameters():
            if p.grad is not None:
                p.grad.nan_to_num_(0, 0, 0).mul_(ok)
        opt.step()
        sums[0] = sums[0] + loss.detach(); sums[2] += 1
        decay = min(0.999, (step + 1) / (step + 10))
        with torch.no_grad():
            torch._foreach_mul_(shadow, decay)
            torch._foreach_add_(shadow, live, alpha=1 - decay)
        step += 1
        if time.time() - told > 15:
            say(name, f'step {step} done {done:.2f} loss {sums[0]/sums[2]:.3f} lm {sums[1]/sums[2]:.3f} '
                f'{float(seen)/(time.time()-start):.0f} tokens/s')
            told, sums = time.time(), [0.0, 0.0, 0]
    net.load_state_dict(ema)
    net.eval()
    say(name, 'steps', step, 'tokens', int(seen))

def chunks(d, tokens):
    s = d.length.sort().indices
    ends = torch.cumsum(d.length[s], 0)
    last = 0
    for c in torch.searchsorted(ends, torch.arange(1, int(ends[-1]) // tokens + 2, device=ends.device) * tokens).tolist():
        c = min(c, len(s))
        if c > last:
            yield s[last:c]
        last = c
    if last < len(s):
        yield s[last:]

def marginals(net, d, path):
    out = torch.zeros(len(d.token), net.crf.k, dtype=torch.float16)
    out = out.to(dev)
    for part in chunks(d, 4 * TOKENS):
        with torch.no_grad():
            _, n, mask, pos, _, x = net.inputs(d, part)
            _, e = net.run(x, n, 0)
        e = e.detach().requires_grad_()
        with torch.enable_grad():
            net.crf.logz(e, n).sum().backward()
        out[pos[mask]] = e.grad[mask].half()
    np.save(path, out.cpu().numpy())

def spans(y):
    out, start = set(), None
    for i, l in enumerate(y + [0]):
        if start is not None and not (l != 0 and l % 2 == 0):
            out.add((start, i, y[start])); start = None
        if l % 2 == 1:
            start = i
    return out

@torch.no_grad()
def evaluate(net, d, names, name):
    got = {}
    for part in chunks(d, 2 * TOKENS):
        seqs, n, mask, pos, _, x = net.inputs(d, part)
        _, e = net.run(x, n, 0)
        y = net.crf.best(e, n).tolist()
        g = d.gold[pos].long().tolist()
        for i, (s, k) in enumerate(zip(d.set[seqs].tolist(), n.tolist())):
            a, b = spans(y[i][:k]), spans(g[i][:k])
            t = got.setdefault(names[s], [0, 0, 0])
            t[0] += len(a & b); t[1] += len(a); t[2] += len(b)
    f = {s: 200 * t[0] / max(1, t[1] + t[2]) for s, t in got.items()}
    big = {s: v for s, v in f.items() if got[s][2] >= 50}
    say(name, 'mean F1 %.2f' % (sum(big.values()) / max(1, len(big))), ' '.join('%s %.1f' % p for p in sorted(big.items())))

def save(net, path):
    s = net.state_dict()
    order = [s['words'], s['grams'], s['features'], s['letters']]
    for l in ['spell', 'lstm']:
        for r in ['', '_reverse']:
            order += [s[f'{l}.weight_ih_l0{r}'], s[f'{l}.weight_hh_l0{r}'], s[f'{l}.bias_ih_l0{r}'] + s[f'{l}.bias_hh_l0{r}']]
    order += [s['scores.weight'], s['scores.bias'], s['crf.pair'], s['crf.start'], s['crf.end']]
    np.concatenate([t.float().cpu().numpy().ravel() for t in order]).astype(np.float32).tofile(path)

def teachers(a):
    """Trains the teachers side by side, and returns the mean of their marginals."""
    paths = [f'{a.dir}/teacher{i + 1}.npy' for i in range(a.teachers)]
    running = [subprocess.Popen([sys.executable, __file__, a.dir, '--teacher', str(i + 1), '--teacher-seconds',
                                 str(a.teacher_seconds), '--tokens', str(a.tokens)]) for i in range(a.teachers)]
    for p in running:
        if p.wait() != 0:
            sys.exit('a teacher failed')
    total = sum(torch.from_numpy(np.load(p)).to(dev).float() for p in paths)
    return (total / a.teachers).half()


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('dir')
    p.add_argument('--teachers', type=int, default=2)
    p.add_argument('--teacher-seconds', type=float, default=130)
    p.add_argument('--seconds', type=float, default=370, help='of the student')
    p.add_argument('--tokens', type=int, default=24576, help='of a batch')
    p.add_argument('--teacher', type=int, help='train this teacher alone')
    a = p.parse_args()
    global TOKENS
    TOKENS = a.tokens
    soft = teachers(a) if not a.teacher and a.teachers else None
    torch.manual_seed(a.teacher or 12)
    meta = json.load(open(f'{a.dir}/meta.json'))
    d = Data(a.dir)
    kept = Data(f'{a.dir}/dev', d)
    say(len(d.token), 'tokens', len(d.length), 'sequences', len(kept.length), 'kept', dev)
    if a.teacher:
        name = f'teacher {a.teacher}'
        net = Net(meta['sizes'], 320, 2, a.dir).to(dev)
        train(net, d, a.teacher_seconds, 2e-3, 0.4, 0.25, 0.1, 0.5, 0.05, raw_every=3, name=name)
        evaluate(net, kept, meta['dev'], name)
        marginals(net, d, f'{a.dir}/teacher{a.teacher}.npy')
        return
    net = Net(meta['sizes'], meta['sizes']['Hidden'], 1, a.dir).to(dev)
    train(net, d, a.seconds, 3e-3, 0.3 if soft is None else 0.2, 0.25, 0.1, 0.3, 0.02, soft=soft, raw_every=3,
          name='student')
    evaluate(net, kept, meta['dev'], 'student')
    save(net, f'{a.dir}/student.f32')


main()
