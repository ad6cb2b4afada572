import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, readParts } from '../parts/list.mjs'

/** Packages, with the functions that take a message in addition to those of packages/texts. */
const PACKAGES = [
  { folder: 'packages/cli', functions: {} },
  { folder: 'packages/messages', functions: {} },
  // The other files contain names of the PDF format; their results are codes.
  { folder: 'packages/pdf-signatures', functions: {}, only: /^src\/(evidence\/)?wording/ },
  {
    folder: 'packages/proof',
    functions: { makeSentence: 0, must: 2, ProofError: 1 },
    // Where the class is defined, its message is a parameter.
    except: ['src/proof-error.ts'],
    // Sentences in its results have the type Sentence, so the compiler rejects other texts.
    isTyped: true,
  },
  {
    folder: 'packages/signing',
    functions: { makeSentence: 0, must: 2 },
    // As in packages/proof.
    isTyped: true,
  },
  { folder: 'packages/slice', functions: {} },
  { folder: 'packages/slice-parts', functions: {} },
  // The units and dates of these files are those of the specification.
  {
    folder: 'packages/texts',
    functions: {},
    except: ['src/format.ts', 'src/format-date-time.ts', 'src/format-utc.ts'],
  },
  { folder: 'packages/ui', functions: {} },
]

/**
 * Packages without texts for a screen or an e-mail: protocol contains API descriptions and the sentences of the wire
 * format, service-kit and file-storage contain responses and log lines, pdf-signing codes, slice-kit is a build tool, and
 * graphics contains only shapes.
 */
export const PACKAGES_WITHOUT_TEXTS = [
  'packages/file-storage',
  'packages/graphics',
  'packages/pdf-signing',
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
 * Texts that stay English in every language. `where` is the file and the declaration around the text. The check fails
 * if an entry matches no text.
 */
export const ALWAYS_ENGLISH = [
  { where: 'svc-auth/src/wallets/message.ts STATEMENTS', why: 'EIP-4361 allows only ASCII' },
  {
    where: 'svc-auth/src/factors/passkey-owner.ts DEFAULT_NAME',
    why: 'a name that the authenticator stores',
  },
  {
    where: 'svc-auth/src/factors/manage-authenticator-app.ts DEFAULT_LABEL',
    why: 'a name that the app stores',
  },
  {
    where: 'svc-signing/src/pdf/pdf-worker.ts EVIDENCE_DESCRIPTION',
    why: 'part of a PDF file that people of several languages read',
  },
  {
    where: 'svc-auth/src/workspaces/display-name.ts DEFAULT_NAME',
    why: 'part of the name of a workspace, which its owners can change',
  },
  {
    where: 'svc-documents/src/shares/preview-tags.ts describeCertificate',
    why: 'a messenger stores one preview for readers of all languages',
  },
  {
    where: 'svc-documents/src/shares/preview-tags.ts IMAGE_ALT',
    why: 'a messenger stores one preview for readers of all languages',
  },
  {
    where: 'svc-content/src/security-contact/security-txt.ts fields',
    why: 'RFC 9116 defines the names of the fields',
  },
  { where: 'mfe-documents/src/trial/trial-pdf.ts FOOTER_PREFIX', why: 'written into a file' },
  {
    where: 'packages/cli/src/verify/verify-command.ts VERIFY_USAGE',
    why: 'the help text of a command',
  },
  {
    where: 'packages/cli/src/signatures/usage.ts SIGNATURES_USAGE',
    why: 'the help text of a command',
  },
  {
    where: 'packages/cli/src/signatures/readable-pdf.ts FAILURES',
    why: 'error of the command',
  },
  { where: 'packages/cli/src/help-hint.ts HELP_HINT', why: 'follows a usage error of the command' },
  { where: 'packages/cli/src/unreadable-file.ts unreadableFile', why: 'usage error of a command' },
]

/**
 * Tests, generated files, build configuration, the component gallery, which is not part of any page, and fsck, the monitor
 * and the witness, which write to logs and to other programs.
 */
const EXCLUDED =
  /\.test\.tsx?$|^src\/(fsck|monitor|witness)\/|(^|\/)(testing|generated|gallery|test|vectors)\/|\.d\.ts$|\.config\.ts$|(^|\/)config\.ts$|^(build|publish)\.ts$/
/** The configuration of a slice contains its navigation labels. */
const SLICE_CONFIG = /(^|\/)slice\.config\.ts$/

/** The source files of a folder that run in the product. */
export function listSources(folder) {
  const options = { cwd: join(ROOT, folder), encoding: 'utf8' }
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], options)
    .split('\n')
    .filter((file) => file !== '' && (SLICE_CONFIG.test(file) || !EXCLUDED.test(file)))
}
