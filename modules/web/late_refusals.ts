// Interfaces that are loaded late and whose objects structured cloning refuses.

const prototypes: object[] = [];

export function refuseClones(prototype: object): void {
  prototypes.push(prototype);
  natives.messaging.refuseClones(prototype);
}

export function isRefusedLate(value: object): boolean {
  return prototypes.some((prototype) => prototype.isPrototypeOf(value));
}
