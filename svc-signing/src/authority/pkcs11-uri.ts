/** Reads a PKCS#11 URI (RFC 7512): `pkcs11:token=Seal;id=%01?module-path=/usr/lib/softhsm/libsofthsm2.so`. */
import { isAbsolute } from 'node:path'

/** Where a key and its certificate are. */
export type TokenKey = {
  /** Absolute path of the PKCS#11 module. */
  module: string
  /** Label of the token. */
  token: string
  /** CKA_ID of the key and of its certificate, in hexadecimal. */
  id: string
}

export const PKCS11_SCHEME = 'pkcs11:'

/** Not `object`: pkcs11-tool finds private keys by their ID only. */
const PATH_ATTRIBUTES = ['token', 'id', 'type']
const QUERY_ATTRIBUTES = ['module-path']

/** @throws Error whose message says what is wrong with the URI */
export function readPkcs11Uri(uri: string): TokenKey {
  const [path = '', query = ''] = uri.slice(PKCS11_SCHEME.length).split(/\?(.*)/s)
  const attributes = new Map([
    ...attributesOf(path, ';', PATH_ATTRIBUTES),
    ...attributesOf(query, '&', QUERY_ATTRIBUTES),
  ])
  const module = textOf(attributes, 'module-path')
  const token = textOf(attributes, 'token')
  const id = attributes.get('id')?.toString('hex')
  if (!module || !isAbsolute(module)) throw new Error('the URI needs module-path, an absolute path')
  if (!token) throw new Error('the URI needs token, the label of the token')
  if (!id) throw new Error('the URI needs id, the ID of the key')
  return { module, token, id }
}

function attributesOf(part: string, separator: string, known: readonly string[]) {
  return part
    .split(separator)
    .filter(Boolean)
    .map((item) => {
      const [name = '', value = ''] = item.split(/=(.*)/s)
      if (name.startsWith('pin-'))
        throw new Error('the URI must not contain the PIN; set SEALING_PASSPHRASE_FILE')
      if (!known.includes(name))
        throw new Error(`the URI has the attribute ${name}, which is not supported`)
      return [name, decode(value)] as const
    })
}

/** Percent-encoded bytes, because an ID need not be text. */
function decode(value: string): Buffer {
  if (!/^(?:[\x20-\x24\x26-\x7e]|%[0-9a-f]{2})*$/i.test(value))
    throw new Error('the URI contains characters that must be percent-encoded, as %20')
  const bytes = value.replaceAll(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

function textOf(attributes: ReadonlyMap<string, Buffer>, name: string): string | undefined {
  const text = attributes.get(name)?.toString()
  if (text?.includes('\0')) throw new Error(`${name} in the URI contains a zero byte`)
  return text
}
