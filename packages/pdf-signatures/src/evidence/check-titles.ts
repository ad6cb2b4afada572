import type { CheckId } from '@inkproof/signing/verification'
import type { Texts } from '@inkproof/texts/make-texts'

/** Returns the title of a check of a signing request. */
export function formatCheckTitle(id: CheckId, { t }: Texts): string {
  const titles: Record<CheckId, string> = {
    evidence: t('The evidence is readable'),
    envelope: t('The signing request is readable'),
    steps: t('Its steps are complete and in order'),
    record: t('The public record contains its completion'),
    completion: t('Completed in time, and not ended before'),
    participants: t('Everyone has signed or approved'),
    order: t('In the agreed order'),
    document: t('The document is the one that was sent'),
    signatures: t('All signatures belong to the request'),
    statement: t('The statement is about this document'),
    key: t('The key is the one in the record'),
    signature: t('The statement is signed with this key'),
    values: t('What was entered is complete'),
    seen: t('What others entered was shown unchanged'),
    'digital-id': t('The digital ID agrees with the statement'),
    content: t('The PDF shows what was signed'),
  }
  return titles[id]
}
