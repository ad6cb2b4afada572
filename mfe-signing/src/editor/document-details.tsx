import { formatBytes } from '@inkproof/texts/format'
import { plural, t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useState } from 'react'
import { discardDraft, editDraft } from './draft.store.ts'
import type { Draft } from './draft.ts'

type DocumentDetailsProps = { draft: Draft; fileSize: number; pageCount: number }

/** The title, the name of a sender who signs alone, and the file. */
export function DocumentDetails({ draft, fileSize, pageCount }: DocumentDetailsProps) {
  return (
    <div className="mb-4 space-y-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="font-medium text-2xl text-ink tracking-tighter">
            {t('Prepare your document')}
          </h1>
          <p className="mt-1 break-words text-ink-muted text-sm">
            {draft.fileName} · {formatBytes(fileSize)} ·{' '}
            {plural(pageCount, { one: '{count} page', other: '{count} pages' })}
          </p>
        </div>
        <StartOver />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Title')}>
          <Input
            name="title"
            value={draft.title}
            maxLength={200}
            onChange={({ currentTarget }) => editDraft(() => ({ title: currentTarget.value }))}
          />
        </Field>
        {draft.isOnlyMe && (
          <Field label={t('Your name')}>
            <Input
              name="name"
              autoComplete="name"
              value={draft.signerName}
              maxLength={100}
              onChange={({ currentTarget }) =>
                editDraft(() => ({ signerName: currentTarget.value }))
              }
            />
          </Field>
        )}
      </div>
    </div>
  )
}

function StartOver() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('Start over')}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Remove this document?')}
        confirmLabel={t('Remove document')}
        description={t('The document and everything you entered are deleted from this device.')}
        onConfirm={() => void discardDraft()}
      />
    </>
  )
}
