import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import { urlOf } from '@inkproof/protocol/call-url'
import { askChain } from '@inkproof/protocol/calls/log'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { CodeBlock } from '@inkproof/ui/code-block'
import { TextLink } from '@inkproof/ui/link'
import { POLICY_NAME, PROGRAM_NAME, PROGRAM_PATH } from './verifier.api.ts'

type Props = {
  fileName: string
  /** null until the block is final, because the command would fail. */
  blockHash: string | null
  /** Whether the chain is this installation's own, so that there is no other node. */
  isTest: boolean
}

/** Commands with which another expert can repeat the verification, with this certificate's own file names. */
export function CommandLine({ fileName, blockHash, isTest }: Props) {
  const file = quoted(fileName)
  const proof = quoted(`${fileName}${PROOF_FILE_EXTENSION}`)
  const everyCheck = `node ${PROGRAM_NAME} ${file} ${proof} --trust ${POLICY_NAME}`
  return (
    <div className="min-w-0 space-y-3">
      <h3 className="font-medium text-ink">{t('Or on the command line')}</h3>
      <p className="text-ink-muted">
        {rich(
          'Requires Node.js. Save {program}, a single file without dependencies, in the same folder as the other files.',
          {
            program: (
              <TextLink href={PROGRAM_PATH} download={PROGRAM_NAME}>
                {PROGRAM_NAME}
              </TextLink>
            ),
          },
        )}
      </p>
      <CodeBlock
        title={t('Compute only the fingerprint, with any tool')}
        code={`sha256sum ${file}`}
      />
      <CodeBlock
        title={
          isTest
            ? t('All checks, with the node of this test installation')
            : t('All checks, with a node you choose')
        }
        code={`${everyCheck} --rpc ${isTest ? location.origin + urlOf(askChain) : 'https://your.node'}`}
      />
      {blockHash === null ? (
        <p className="text-ink-muted text-sm">
          {t('The command for a check without a network appears here once the block is final.')}
        </p>
      ) : (
        <CodeBlock
          title={t('Without a network, with this block hash')}
          code={`${everyCheck} --offline --block ${blockHash}`}
        />
      )}
    </div>
  )
}

/** Quotes a file name for a POSIX shell. */
function quoted(name: string): string {
  if (/^[\w.][\w.-]*$/.test(name)) return name
  // A name that begins with a dash would be parsed as an option.
  const path = name.startsWith('-') ? `./${name}` : name
  return `'${path.replaceAll("'", `'\\''`)}'`
}
