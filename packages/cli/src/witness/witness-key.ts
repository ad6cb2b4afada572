/** The witness's key: a file that only its owner can read. It is created by the first run. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { generateKey, parsePrivateKey, type SignerKey, WITNESS_KEY } from '@inkproof/proof/note'
import { ProofError } from '@inkproof/proof/proof-error'
import { WitnessUsageError } from './arguments.ts'
import { writeDurably } from './durable-file.ts'
import { createState, hasState } from './state.ts'

/** The key, and whether this run created it. */
export type OpenedKey = { key: SignerKey; isNew: boolean }

/**
 * Opens the key in the folder, or creates it together with an empty state.
 *
 * @param name required for a new key; an existing key must have this name
 * @throws WitnessUsageError
 */
export async function openKey(dir: string, name: string | null): Promise<OpenedKey> {
  const path = join(dir, 'key')
  const text = await readKey(path)
  if (text === undefined) return { key: await createKey(dir, path, name), isNew: true }
  const key = parseKey(text.trim(), path)
  if (name !== null && name !== key.name)
    throw new WitnessUsageError(`The key in ${path} has the name ${key.name}, not ${name}.`)
  return { key, isNew: false }
}

async function createKey(dir: string, path: string, name: string | null): Promise<SignerKey> {
  if (name === null) throw new WitnessUsageError('--name is required to create the key.')
  // A key that has never signed may start with an empty state, but it must not take over another key's state.
  if (await hasState(dir))
    throw new WitnessUsageError(`${dir} has the state of a witness, but no key. Use a new folder.`)
  const { privateKey, key } = generate(name)
  await createState(dir, key)
  await writeDurably(path, `${privateKey}\n`)
  return key
}

function generate(name: string): { privateKey: string; key: SignerKey } {
  try {
    const { privateKey } = generateKey(name, WITNESS_KEY)
    return { privateKey, key: parsePrivateKey(privateKey, WITNESS_KEY) }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new WitnessUsageError(`--name "${name}" cannot be used. ${error.message}`)
  }
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0)
      throw new WitnessUsageError(
        `Other users can read ${path}. Run chmod 600 on it, and use a new key if it was exposed.`,
      )
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parseKey(text: string, path: string): SignerKey {
  try {
    return parsePrivateKey(text, WITNESS_KEY)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new WitnessUsageError(`${path} is not the key of a witness. ${error.message}`)
  }
}
