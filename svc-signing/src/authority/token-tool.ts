/**
 * Uses a PKCS#11 token through `pkcs11-tool` (OpenSC). Each use is a separate process, so that a fault in the module, which
 * is native code of the token's vendor, cannot end the service or read its memory.
 */
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { TokenKey } from './pkcs11-uri.ts'

export type TokenProblem =
  /** `pkcs11-tool` is not installed. */
  | 'no-program'
  /** The module is missing, is not a library, or lacks another library. */
  | 'no-module'
  | 'no-token'
  | 'no-key'
  | 'wrong-pin'
  | 'locked'
  | 'timeout'
  /** Everything else, with the code of the module (CKR_…). */
  | 'failed'

/** `detail`: what the program wrote, without the PIN. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure'
  readonly code: TokenProblem
  readonly detail: string

  constructor(code: TokenProblem, detail: string) {
    super(`${code}: ${detail}`)
    this.code = code
    this.detail = detail
  }
}

/** The warnings of a token about its PIN (PKCS#11, CK_TOKEN_INFO). */
export type PinState = {
  /** A wrong PIN was entered since the last login. */
  isCountLow: boolean
  /** One more wrong PIN locks the token. */
  isFinalTry: boolean
  isLocked: boolean
}

/** All functions throw TokenFailure. */
export type TokenTool = {
  /** Needs no login. */
  pinState(): Promise<PinState>
  /** DER of the certificate that is stored with the key; null without one. Needs no login. */
  readCertificate(): Promise<Uint8Array | null>
  /** Logs in and signs. */
  sign(mechanism: Mechanism, input: Uint8Array, pin: string): Promise<Uint8Array>
}

export type Mechanism = 'RSA-PKCS' | 'ECDSA'

export type TokenToolOptions = {
  key: TokenKey
  /** Environment variables that the module needs, such as `SOFTHSM2_CONF`. The process gets no others. */
  variables: Record<string, string>
  timeoutMs?: number
}

const PROGRAM = 'pkcs11-tool'
/** A smart card signs within two seconds. */
const TIMEOUT_MS = 10_000
/** Cards serve one program at a time, and two documents are finished at the same time. */
const MAX_CONCURRENT = 1
const MAX_WAITING = 16
const PIN_VARIABLE = 'INKPROOF_TOKEN_PIN'
const MAX_DETAIL = 300

export function createTokenTool({
  key,
  variables,
  timeoutMs = TIMEOUT_MS,
}: TokenToolOptions): TokenTool {
  const runInQueue = createBoundedQueue(MAX_CONCURRENT, MAX_WAITING)
  const run = (arguments_: string[], input?: Uint8Array, pin?: string) =>
    runInQueue(() =>
      runProgram({
        arguments: ['--module', key.module, ...arguments_],
        input,
        variables: { ...variables, ...(pin === undefined ? {} : { [PIN_VARIABLE]: pin }) },
        timeoutMs,
      }),
    )
  const onToken = ['--token-label', key.token]
  const object = ['--id', key.id]
  return {
    pinState: async () =>
      pinStateOf(Buffer.from(await run(['--list-token-slots'])).toString(), key.token),
    readCertificate: async () => {
      try {
        return await run([...onToken, '--read-object', '--type', 'cert', ...object])
      } catch (error) {
        if (error instanceof TokenFailure && error.code === 'no-key') return null
        throw error
      }
    },
    sign: (mechanism, input, pin) =>
      run(
        [
          ...onToken,
          ...['--login', '--pin', `env:${PIN_VARIABLE}`],
          ...['--sign', '--mechanism', mechanism, ...object],
        ],
        input,
        pin,
      ),
  }
}

function pinStateOf(listing: string, token: string): PinState {
  const slot = listing.split(/^Slot /m).find((text) => lineOf(text, 'token label') === token)
  if (slot === undefined) throw new TokenFailure('no-token', `no token with the label ${token}`)
  const flags = (lineOf(slot, 'token flags') ?? '').split(', ')
  return {
    isCountLow: flags.includes('user PIN count low'),
    isFinalTry: flags.includes('final user PIN try'),
    isLocked: flags.includes('user PIN locked'),
  }
}

function lineOf(slot: string, name: string): string | undefined {
  return new RegExp(`^ +${name} *: (.*)$`, 'm').exec(slot)?.[1]?.trimEnd()
}

type Run = {
  arguments: string[]
  input: Uint8Array | undefined
  variables: Record<string, string>
  timeoutMs: number
}

/** @returns what the program writes to its standard output */
async function runProgram(run: Run): Promise<Uint8Array> {
  const child = spawn(PROGRAM, run.arguments, {
    // Messages are recognized in English.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', ...run.variables },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: run.timeoutMs,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on('error', () => reject(new TokenFailure('no-program', `${PROGRAM} cannot be started`)))
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'))
  })
  // The program can end before it reads its input.
  child.stdin.on('error', () => undefined).end(run.input ?? '')
  const [end, output, errors] = await Promise.all([
    ended,
    buffer(child.stdout),
    buffer(child.stderr),
  ])
  if (end === 0) return new Uint8Array(output)
  if (end === 'SIGKILL') throw new TokenFailure('timeout', `no response within ${run.timeoutMs} ms`)
  if (typeof end === 'string') throw new TokenFailure('failed', `the program was ended by ${end}`)
  throw failureOf(errors.toString())
}

const PROBLEMS: [pattern: RegExp, code: TokenProblem][] = [
  [/CKR_PIN_(INCORRECT|INVALID|LEN_RANGE|EXPIRED)/, 'wrong-pin'],
  [/CKR_PIN_LOCKED/, 'locked'],
  [/Failed to load pkcs11 module/, 'no-module'],
  [/No slot with token named|CKR_TOKEN_NOT_PRESENT|CKR_DEVICE_REMOVED/, 'no-token'],
  [/Private key not found|object not found/, 'no-key'],
]

function failureOf(errors: string): TokenFailure {
  const [, code] = PROBLEMS.find(([pattern]) => pattern.test(errors)) ?? [null, 'failed' as const]
  const lines = errors.split('\n').filter((line) => /error|failed|No slot/i.test(line))
  return new TokenFailure(code, lines.join('; ').slice(0, MAX_DETAIL))
}
