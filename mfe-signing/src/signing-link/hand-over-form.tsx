import { HandOverRequest } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { PageHeader } from '@inkproof/ui/page'
import { useState } from 'react'
import { signerOf } from '../key-choice/use-key-choice.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { handOverWithCode } from './identity.ts'
import type { Participation } from './participation.ts'

type Props = Participation & {
  onBack: () => void
  /** `to`: the new person's address, shortened. */
  onHandedOver: (to: string) => void
}

/** Asks who should act instead, and hands the request over to them. */
export function HandOverForm(props: Props) {
  const { link, onBack, onHandedOver, onSent, onStale, request, sent, keyChoice } = props
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const parsedName = HandOverRequest.shape.name.safeParse(name)
  const parsedEmail = HandOverRequest.shape.email.safeParse(email.trim())

  async function submit(code: string | null): Promise<void> {
    if (code === null || !parsedName.success || !parsedEmail.success) return
    const person = { name: parsedName.data, email: parsedEmail.data }
    const { to } = await handOverWithCode(link, request, person, {
      code,
      signer: signerOf(keyChoice),
    })
    onHandedOver(to)
  }

  return (
    <>
      <PageHeader
        eyebrow={<span className="break-words">{request.title}</span>}
        title={t('Hand over to someone else')}
        lead={t(
          'The person gets an e-mail with their own link, your link stops working, and {sender} gets an e-mail about the change.',
          { sender: request.sender },
        )}
      />
      <div className="max-w-lg space-y-6">
        <div className="space-y-5">
          <Field label={t('Name')} required>
            <Input
              value={name}
              maxLength={100}
              autoComplete="off"
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          </Field>
          <Field
            label={t('E-mail address')}
            required
            error={
              email !== '' && !parsedEmail.success && email.includes('@') && email.length > 5
                ? t('Enter a complete e-mail address.')
                : undefined
            }
          >
            <Input
              type="email"
              inputMode="email"
              autoComplete="off"
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
          </Field>
        </div>
        <ConfirmIdentity
          link={link}
          request={request}
          needsCode
          sent={sent}
          keyChoice={keyChoice}
          onSent={onSent}
          isReady={parsedName.success && parsedEmail.success}
          submitLabel={t('Hand over')}
          failureTitle={t('Not handed over yet')}
          onSubmit={submit}
          onStale={onStale}
        />
        <Button variant="ghost" onClick={onBack}>
          {t('Back to the document')}
        </Button>
      </div>
    </>
  )
}
