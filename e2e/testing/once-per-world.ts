import type { World } from './world.ts'

/** Returns a function that makes something once for each world: for calls that only read it, or refuse. */
export function oncePerWorld<Made>(
  make: (world: World) => Promise<Made>,
): (world: World) => Promise<Made> {
  const made = new WeakMap<World, Promise<Made>>()
  return (world) => {
    const existing = made.get(world) ?? make(world)
    made.set(world, existing)
    return existing
  }
}
