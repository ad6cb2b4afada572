import { toHex } from '@inkproof/proof/bytes'
import type { Attachment, EnvelopeField, Participant } from '@inkproof/protocol/envelopes'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { makeVisible } from '@inkproof/texts/unsafe-characters'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Download, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from './failure.ts'
import type { FinalValue } from './final-values.ts'

type Props = {
  /** Undefined if there are none. */
  attachments: readonly Attachment[] | undefined
  fields: readonly Pick<EnvelopeField, 'id' | 'label' | 'recipient'>[]
  people: readonly Pick<Participant, 'id' | 'name'>[]
  /** What others entered before, as it was checked: such a file must be the one that they signed. */
  earlier?: readonly FinalValue[]
  load: (field: string) => Promise<Blob>
}

/** The attachments beside a document that is about to be signed; nothing if there are none. */
export function AttachmentCard(props: Props) {
  if (props.attachments === undefined) return null
  return (
    <Card className="space-y-2">
      <h2 className="font-semibold text-ink text-lg tracking-tight">{t('Attachments')}</h2>
      <p className="text-ink-muted">
        {t('Others have attached these files. Read them before you continue.')}
      </p>
      <AttachmentList {...props} />
    </Card>
  )
}

/** The files that people have attached to a request, each with a download. */
export function AttachmentList({ attachments = [], earlier = [], fields, load, people }: Props) {
  return (
    <ul className="divide-y divide-line">
      {attachments.map((attachment) => {
        const signed = earlier.find(({ field }) => field === attachment.field)?.attachment
        const field = fields.find(({ id }) => id === attachment.field)
        return (
          <AttachmentItem
            key={attachment.field}
            attachment={{ ...attachment, ...signed }}
            label={field?.label}
            owner={people.find(({ id }) => id === field?.recipient)?.name ?? null}
            load={() => load(attachment.field)}
          />
        )
      })}
    </ul>
  )
}

type ItemProps = {
  attachment: Attachment
  /** What the sender asked for. */
  label: string | undefined
  owner: string | null
  load: () => Promise<Blob>
}

function AttachmentItem({ attachment, label, load, owner }: ItemProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { fileName, fingerprint, size } = attachment

  async function download(): Promise<void> {
    setIsBusy(true)
    setProblem(null)
    try {
      const file = await load()
      await requireFile(file, fingerprint)
      saveFile(file, fileName)
    } catch (error) {
      setProblem(failureOf(error).message)
    } finally {
      setIsBusy(false)
    }
  }

  const name = makeVisible(fileName)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Paperclip className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48">
        {label !== undefined && (
          <p className="break-words font-medium text-ink">{makeVisible(label)}</p>
        )}
        <p className="break-words text-ink">{name}</p>
        <p className="text-ink-muted text-sm">
          {owner === null
            ? formatBytes(size)
            : t('{size}, attached by {name}', { size: formatBytes(size), name: owner })}
        </p>
      </div>
      <Button
        size="sm"
        busy={isBusy}
        aria-label={t('Download {fileName}', { fileName: name })}
        onClick={() => void download()}
      >
        <Download />
        {t('Download')}
      </Button>
      <p role="alert" className="basis-full text-danger text-sm empty:hidden">
        {problem}
      </p>
    </li>
  )
}

/** @throws Error with a sentence, if the file is not the one that was attached */
async function requireFile(file: Blob, fingerprint: string): Promise<void> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  if (toHex(new Uint8Array(hash)) === fingerprint) return
  throw new Error(
    t(
      'The downloaded file is not the one that was attached, so it was not saved. Try again. If this happens again, contact the operator of this site.',
    ),
  )
}
