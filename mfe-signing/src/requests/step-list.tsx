import type { Envelope } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Section } from '@inkproof/ui/page'
import { Timeline, type TimelineStep } from '@inkproof/ui/timeline'
import { titleOfStep } from './step-texts.ts'

/** What happened, in its order, with the entries of the public record that prove it. */
export function StepList({ envelope }: { envelope: Envelope }) {
  const { steps } = envelope
  if (steps.length === 0) return null
  return (
    <Section
      ruled
      title={t('History')}
      description={t(
        'Each step has an entry in the public record. The entries reveal neither names nor contents.',
      )}
    >
      <Timeline
        label={t('Steps of this document')}
        steps={steps.map(
          (step, index): TimelineStep => ({
            id: `${index}`,
            title: titleOfStep(step, envelope),
            state: hasEndedBy(step.type) ? 'failed' : 'done',
            at: step.at,
            detail:
              step.index === null
                ? t('Adding it to the public record…')
                : t('Entry {index} of the public record', { index: step.index }),
          }),
        )}
      />
    </Section>
  )
}

function hasEndedBy(type: string): boolean {
  return type === 'declined' || type === 'voided' || type === 'expired'
}
