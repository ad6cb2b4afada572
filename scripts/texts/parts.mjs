import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Parts whose texts are in a catalogue, with the functions that take a message beside those of packages/texts. */
export const PARTS = [
  { folder: 'shell' },
  { folder: 'packages/ui' },
  {
    folder: 'packages/proof',
    except: /^vectors\/|proof-error\.ts$/,
    functions: { makeSentence: 0, must: 2, ProofError: 1 },
    // A sentence of its results has the type Sentence, so the compiler lets no other text through.
    isTyped: true,
  },
  { folder: 'mfe-content' },
  { folder: 'mfe-documents', functions: { makeSentence: 0 } },
  { folder: 'mfe-auth', except: /src\/auth-test\// },
  { folder: 'packages/messages' },
  // The e-mails; what its calls answer is not in a catalogue yet.
  { folder: 'svc-auth', only: /(^|\/)(emails|(event|link)-email|sign-in-method)\.ts$/ },
]

/** Tests, what is generated, what is written into a file instead of a screen, and a command to be copied. */
const NOT_SHOWN =
  /\.test\.tsx?$|(^|\/)(testing|generated|gallery|test)\/|\.d\.ts$|webpack\.config|trial\/(trial-pdf|sentence-picture)|share\/command-line-words/

/** The source files of a part that run in the product: those that match `only`, without those that match `except`. */
export function listSources(folder, { only = /./, except = NOT_SHOWN } = {}) {
  const options = { cwd: folder, encoding: 'utf8' }
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], options)
    .trim()
    .split('\n')
    .filter((file) => only.test(file) && !NOT_SHOWN.test(file) && !except.test(file))
    .map((file) => join(folder, file))
}
