import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import { CodeBlock } from '@inkproof/ui/code-block'
import { TextLink } from '@inkproof/ui/link'
import { PROGRAM_ADDRESS, PROGRAM_NAME } from './verifier.api.ts'

/** The steps another expert can repeat, with this certificate's own file names. */
export function CommandLine({ fileName }: { fileName: string }) {
  const file = quoted(fileName)
  const proof = quoted(`${fileName}${PROOF_FILE_EXTENSION}`)
  return (
    <div className="min-w-0 space-y-3">
      <h3 className="font-medium text-ink">Or on the command line</h3>
      <p className="text-ink-muted">
        With Node and{' '}
        <TextLink href={PROGRAM_ADDRESS} download={PROGRAM_NAME}>
          {PROGRAM_NAME}
        </TextLink>
        , one file without dependencies.
      </p>
      <CodeBlock title="The fingerprint alone, with any tool" code={`sha256sum ${file}`} />
      <CodeBlock title="Every check" code={`node ${PROGRAM_NAME} ${file} ${proof}`} />
      <CodeBlock
        title="Asking a node of your choice"
        code={`node ${PROGRAM_NAME} ${file} ${proof} --rpc https://your.node`}
      />
    </div>
  )
}

/** Safe to paste into a POSIX shell, whatever the file is called. */
function quoted(name: string): string {
  return /^[\w.][\w.-]*$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`
}
