/** Preloaded by a process of a spec: its clock differs by CLOCK_SHIFT_MS. Timers of the process run as ever. */
const RealDate = Date;
const now = () => RealDate.now() + Number(process.env.CLOCK_SHIFT_MS);

globalThis.Date = new Proxy(RealDate, {
  /** @returns {Date} */
  construct: (target, given) => {
    const made = /** @type {unknown} */ (Reflect.construct(target, given.length === 0 ? [now()] : given));
    return /** @type {Date} */ (made);
  },
  get: (target, key) => (key === 'now' ? now : /** @type {unknown} */ (Reflect.get(target, key))),
});
