import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, readParts } from '../parts/list.mjs'

/** Packages, with the functions that take a message beside those of packages/texts. */
const PACKAGES = [
  { folder: 'packages/cli', functions: {} },
  { folder: 'packages/messages', functions: {} },
  {
    folder: 'packages/proof',
    functions: { makeSentence: 0, must: 2, ProofError: 1 },
    // Where the class is defined, its message is a parameter.
    except: 'src/proof-error.ts',
    // A sentence of its results has the type Sentence, so the compiler lets no other text through.
    isTyped: true,
  },
  { folder: 'packages/slice', functions: {} },
  { folder: 'packages/slice-parts', functions: {} },
  // The units of format.ts are those of the specification.
  { folder: 'packages/texts', functions: {}, except: 'src/format.ts' },
  { folder: 'packages/ui', functions: {} },
]

/**
 * Packages without texts for a screen or an e-mail: protocol has the descriptions of the API and the sentences that
 * the wire format fixes, service-kit answers and logs of services, slice-kit the build.
 */
export const PACKAGES_WITHOUT_TEXTS = [
  'packages/protocol',
  'packages/service-kit',
  'packages/slice-kit',
]

/** Shell, slices, services and packages whose texts are in catalogues. */
export const PARTS = [
  { folder: 'shell', functions: {} },
  ...PACKAGES,
  ...readParts().slices.map(({ folder }) => ({ folder, functions: { makeSentence: 0 } })),
  ...readParts().services.map(({ folder }) => ({ folder, functions: {}, isService: true })),
]

/**
 * Texts that are English in every language. `where` is the file and the declaration around them; one that is not
 * found any more fails the check.
 */
export const ALWAYS_ENGLISH = [
  { where: 'svc-auth/src/wallets/message.ts STATEMENTS', why: 'EIP-4361 allows only ASCII' },
  {
    where: 'svc-auth/src/factors/passkey-owner.ts NO_NAME',
    why: 'a name that the authenticator stores',
  },
  { where: 'svc-auth/src/factors/manage-app.ts NO_NAME', why: 'a name that the app stores' },
  {
    where: 'svc-auth/src/workspaces/name-of.ts NO_NAME',
    why: 'part of the name of a workspace, which its owners can change',
  },
  { where: 'mfe-documents/src/trial/trial-pdf.ts MADE_IN', why: 'written into a file' },
  { where: 'packages/cli/src/main.ts USAGE', why: 'the manual of a command' },
  {
    where: 'packages/cli/src/verify/verify-command.ts VERIFY_USAGE',
    why: 'the manual of a command',
  },
  { where: 'packages/cli/src/verify/read-files.ts unreadable', why: 'wrong use of the command' },
]

/** Tests and what is generated or configures a build; no page shows a component of the gallery. */
const NOT_RUN =
  /\.test\.tsx?$|(^|\/)(testing|generated|gallery|test|vectors)\/|\.d\.ts$|\.config\.ts$|(^|\/)config\.ts$|^(build|publish)\.ts$/
/** Configuration of a slice has labels of the navigation. */
const SLICE_CONFIG = /(^|\/)slice\.config\.ts$/

/** The source files of a folder that run in the product. */
export function listSources(folder) {
  const options = { cwd: join(ROOT, folder), encoding: 'utf8' }
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], options)
    .split('\n')
    .filter((file) => file !== '' && (SLICE_CONFIG.test(file) || !NOT_RUN.test(file)))
}
