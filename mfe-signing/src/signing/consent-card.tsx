import { t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { Checkbox } from '@inkproof/ui/checkbox'
import { Disclosure } from '@inkproof/ui/disclosure'

type Props = {
  act: 'sign' | 'approve'
  text: string
  isAgreed: boolean
  onChange: (isAgreed: boolean) => void
  disabled: boolean
}

/** The text about signing electronically, and the signer's agreement to it. */
export function ConsentCard({ act, disabled, isAgreed, onChange, text }: Props) {
  const paragraphs = text.split(/\n{2,}/)
  return (
    <Card className="space-y-2" padding="sm">
      <Checkbox
        label={
          act === 'sign'
            ? t('I agree to sign electronically')
            : t('I agree to approve electronically')
        }
        checked={isAgreed}
        onCheckedChange={onChange}
        disabled={disabled}
        required
      />
      <Disclosure summary={<span className="text-sm">{t('Read what you agree to')}</span>}>
        <div className="max-w-lg space-y-3 text-ink-muted text-sm">
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      </Disclosure>
    </Card>
  )
}
