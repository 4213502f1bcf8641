// What a decision takes: active milliseconds from first paint to key, and how
// many keys. Keys are counted, not kept.
const restCounts = 30_000; // a longer pause is not work
const most = 120_000;
const modifiers = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);

export class Effort {
  /** @param {HTMLElement} region @param {() => number} clock monotonic milliseconds */
  constructor(region, clock = () => performance.now()) {
    this.clock = clock;
    this.active = 0;
    this.keys = 0;
    this.last = clock();
    region.addEventListener("keydown", (event) => {
      this.beat();
      if (!modifiers.has(event.key)) this.keys++;
    }, true);
    for (const kind of ["pointerdown", "pointermove", "wheel"]) addEventListener(kind, () => this.beat(), { passive: true });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.beat() : (this.last = this.clock())));
  }

  /** An input: the time since the last one was work, unless it was long. */
  beat() {
    const now = this.clock();
    const gap = now - this.last;
    if (gap <= restCounts) this.active += gap;
    this.last = now;
  }

  /** The next item is painted. */
  begin() {
    this.active = 0;
    this.last = this.clock();
  }

  /** What the decision took; counting begins anew. */
  take() {
    if (!document.hidden) this.beat();
    const out = { activeMs: Math.min(most, Math.round(this.active)), keys: this.keys };
    this.active = this.keys = 0;
    return out;
  }
}
