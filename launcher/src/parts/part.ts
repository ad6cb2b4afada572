/**
 * A part is something the system needs and nobody here wrote: a database, a chain, a mailbox.
 * Each is looked for (`prepare`), then started like any other process and asked whether it answers.
 */
import type { Launch } from '../process/supervise.ts'

export type PartContext = {
  /** Where the part keeps what has to be found again next time. */
  data: string
  /** Where downloaded programs are kept; shared by every system of this checkout. */
  tools: string
  /** Hands out a port by name: the same one as long as it is free. */
  port(name: string): Promise<number>
  /** What the person who started the system should read meanwhile. */
  say(line: string): void
  env: NodeJS.ProcessEnv
}

export type Prepared = {
  /** Where it comes from, in the words printed at start. */
  from: string
  /** A sentence that must not be missed, such as "not for production". */
  notice?: string
  /** By role: `url` always, more where the part has more doors. */
  addresses: { url: string } & Record<string, string>
  /** Missing where somebody else runs it. */
  launch?: Launch
  answers(): Promise<boolean>
}

export type Part = { name: string; prepare(context: PartContext): Promise<Prepared> }

/** Something cannot be had: exactly what, why, and the command that mends it. */
export class CannotBeHad extends Error {
  constructor({ what, why, mend }: { what: string; why: string; mend: string }) {
    super(`${what} cannot be had: ${why}.\n  To mend it: ${mend}`)
    this.name = 'CannotBeHad'
  }
}

/** What a process of ours gets from the environment of the person: nothing that configures it. */
export function plainEnv(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SSL_CERT_FILE']
  return Object.fromEntries(kept.flatMap((name) => (source[name] ? [[name, source[name]]] : [])))
}
