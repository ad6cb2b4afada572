/** The port people open has to be the one they were told. */
import { isFree } from '../process/free-port.ts'
import { portOwner } from './port-owner.ts'

/** @throws Error that says who has it and how to take another. */
export async function needPort(port: number): Promise<void> {
  if (await isFree(port)) return
  const owner = (await portOwner(port)) ?? 'another program'
  throw new Error(
    `Port ${port} is taken by ${owner}.\n` +
      `  To mend it: stop that one, or choose another port: PORT=${port + 1} npm start`,
  )
}
