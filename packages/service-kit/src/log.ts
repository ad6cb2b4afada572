import { pino, stdSerializers } from 'pino'
import { createLogOutput } from './log-output.ts'

/** A JSON logger with one line per event. */
export type Log = ReturnType<typeof pino>

const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'turnstileToken', 'secret']

/** Creates a service's logger. Secrets with known names are redacted, and credentials in URLs are removed. */
export function createLog(
  service: string,
  level = 'info',
  destination?: { write(line: string): void },
): Log {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
    serializers: { err: describeError },
  }
  return pino(options, destination ?? createLogOutput())
}

/** Driver errors can contain connection strings, so credentials are removed from everything that looks like a URL. */
function describeError(error: Error) {
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message: withoutCredentials(message), stack: withoutCredentials(stack ?? '') }
}

function withoutCredentials(text: string): string {
  return text.replaceAll(/\/\/[^/\s@]+@/g, '//[hidden]@')
}
