/** Checks that the public port is free. */
import { isFree } from '../process/free-port.ts'
import { findPortOwner } from './port-owner.ts'

/** @throws Error naming the process that uses the port, and how to choose another port */
export async function requireFreePort(port: number): Promise<void> {
  if (await isFree(port)) return
  const owner = (await findPortOwner(port)) ?? 'another program'
  throw new Error(
    `Port ${port} is taken by ${owner}.\n` +
      `  To fix this, stop that program or choose another port: PORT=${port + 1} npm start`,
  )
}
