import { t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { Disclosure } from '@inkproof/ui/disclosure'

/** What PDF readers will say about the signature, and why. */
export function PdfReaderNote() {
  return (
    <Card padding="sm">
      <Disclosure summary={t('What other PDF readers will show')}>
        <div className="max-w-lg space-y-3 text-ink-muted text-sm">
          <p>
            {t(
              'Adobe Reader and other programs will show the signature, but may say that its validity is unknown. They trust only the certificate authorities on their own lists, and this site has its own authority, which is not on those lists.',
            )}
          </p>
          <p>
            {t(
              'This does not mean that the document was changed: these programs still detect changes made after signing. On the Verify page, you can check the signature and the certificate, which do not depend on those lists.',
            )}
          </p>
          <p>
            {t(
              'This is an electronic signature with evidence. For some documents, the law requires another form, such as a notary or a qualified signature.',
            )}
          </p>
        </div>
      </Disclosure>
    </Card>
  )
}
