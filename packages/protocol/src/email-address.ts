/// <reference path="./punycode.d.ts" />
/**
 * E-mail addresses: which ones are accepted, and when two name the same mailbox.
 *
 * An address is a dot-atom and a domain of several labels (RFC 5321), either with characters of any script (RFC 6531,
 * RFC 5890). Forms that the standards allow but that practically no mailbox has, such as quoted text before the `@`,
 * are rejected, because mail software has parsed them in different ways.
 */
import punycode from 'punycode.js'
import * as z from 'zod/mini'

/** RFC 5321, section 4.5.3.1, in octets; the path's limit of 256 includes its angle brackets. */
const MAX_LOCAL_BYTES = 64
const MAX_ADDRESS_BYTES = 254
/** RFC 1035, section 2.3.4, in octets of the ASCII form. */
const MAX_LABEL_BYTES = 63

/** Control, format, private-use and unassigned characters, and others that show nothing. */
const INVISIBLE = /\p{C}|\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}]/u
/** The characters of a dot-atom (RFC 5322, section 3.2.3), and letters, digits and marks of any script. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.\-\p{L}\p{N}\p{M}]+$/u
const DOMAIN = /^[\p{L}\p{N}\p{M}.\-·・]+$/u
/** Marks labels of other scripts in ASCII (RFC 5890, section 2.3.2.1). */
const ACE_PREFIX = 'xn--'
/** Full stops that IDNA treats as the dot between labels (UTS 46, section 4.5). */
const OTHER_DOTS = /[。．｡]/g

/** The checks of the whole address, in the order in which they are reported. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [INVISIBLE, 'expected no invisible characters'],
  [/\s/u, 'expected no spaces'],
  [/[<>]/, 'expected only the address, without a name and angle brackets'],
  [/[()]/, 'expected no comments in parentheses'],
  [/["\\]/, 'expected no quotation marks and backslashes'],
  [/@.*@|[,;]/, 'expected a single address'],
  [/^@|^[^@]*$/, 'expected an address such as name@example.com'],
]

/** Returns why mail cannot be sent to an address, as a phrase for the user; undefined if it can. */
export function findEmailProblem(address: string): string | undefined {
  const forbidden = FORBIDDEN.find(([pattern]) => pattern.test(address))
  if (forbidden) return forbidden[1]
  const { local, domain } = split(address)
  const problem = findLocalProblem(local) ?? findDomainProblem(domain)
  if (problem !== undefined) return problem
  return byteLength(normalizeEmail(address)) > MAX_ADDRESS_BYTES
    ? `expected at most ${MAX_ADDRESS_BYTES} characters`
    : undefined
}

/**
 * Returns the form by which addresses are compared: the domain in ASCII (UTS 46), everything in lower case and Unicode
 * normalization form C. We do not guess which parts of the local part a mail provider ignores.
 */
export function normalizeEmail(address: string): string {
  const { local, domain } = split(address)
  const lower = local.normalize('NFC').toLowerCase().normalize('NFC')
  if (domain === undefined) return lower
  return `${lower}@${toAsciiDomain(domain) ?? domain.toLowerCase()}`
}

/** An e-mail address as typed, at most 254 octets (RFC 5321). Compare with {@link normalizeEmail}. */
export const Email = z.string().check(
  z.maxLength(MAX_ADDRESS_BYTES),
  z.superRefine((address, context) => {
    const message = findEmailProblem(address)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
)

function findLocalProblem(local: string): string | undefined {
  if (/^\.|\.$|\.\./.test(local))
    return 'expected no dot at the beginning or end of the part before @, and no two in a row'
  if (!LOCAL_PART.test(local)) return 'expected only letters, digits and common signs before @'
  return byteLength(local.normalize('NFC')) > MAX_LOCAL_BYTES
    ? `expected at most ${MAX_LOCAL_BYTES} characters before @`
    : undefined
}

function findDomainProblem(domain = ''): string | undefined {
  if (domain === '') return 'expected a domain after @, such as example.com'
  if (/^\[|^[\d.]+$/.test(domain)) return 'expected a domain after @, not an IP address'
  if (domain.endsWith('.')) return 'expected no dot at the end'
  if (!domain.includes('.')) return 'expected a domain with a dot after @, such as example.com'
  const ascii = toAsciiDomain(domain)
  if (ascii === undefined || !ascii.split('.').every(isLabel) || /\.\d+$/.test(ascii))
    return 'expected a valid domain after @, such as example.com'
  return undefined
}

function isLabel(label: string): boolean {
  return label.length <= MAX_LABEL_BYTES && /^[a-z\d]([a-z\d-]*[a-z\d])?$/.test(label)
}

/** Returns the domain in ASCII; undefined if it has none. */
function toAsciiDomain(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined
  const ascii = hostnameOf(domain)
  return ascii?.split('.').every(isCanonicalLabel) ? ascii : undefined
}

function hostnameOf(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/**
 * Whether a label that starts with `xn--` is the ASCII form of a label in another script (RFC 5891, section 5.4). URL
 * parsers do not agree on this: some accept every such label if the whole domain is ASCII. Any other label is canonical.
 */
function isCanonicalLabel(label: string): boolean {
  if (!label.startsWith(ACE_PREFIX)) return true
  const decoded = decodeLabel(label)
  return decoded !== undefined && DOMAIN.test(decoded) && hostnameOf(decoded) === label
}

/** Returns undefined if the label is not valid Punycode (RFC 3492), or has no character that needs it. */
function decodeLabel(label: string): string | undefined {
  try {
    const decoded = punycode.decode(label.slice(ACE_PREFIX.length))
    return /^[\0-\x7F]*$/.test(decoded) ? undefined : decoded
  } catch {
    return undefined
  }
}

/** Splits at the last `@`. The domain is undefined without one. */
function split(address: string): { local: string; domain: string | undefined } {
  const at = address.lastIndexOf('@')
  if (at < 0) return { local: address, domain: undefined }
  return { local: address.slice(0, at), domain: address.slice(at + 1).replace(OTHER_DOTS, '.') }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
