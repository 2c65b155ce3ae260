// Preloaded into the server (`node --import`): sets the process's clock to the day on which a scenario starts.
const aheadMs = Number(process.env.SCENARIO_AHEAD_MS ?? 0);
const Real = Date;

globalThis.Date = new Proxy(Real, {
  construct: (target, args) => (args.length === 0 ? new target(Real.now() + aheadMs) : new target(...args)),
  apply: () => new Real(Real.now() + aheadMs).toString(),
  get: (target, name) => (name === 'now' ? () => Real.now() + aheadMs : Reflect.get(target, name)),
});
