import type { Participant } from '@inkproof/protocol/envelopes'
import { PageOverlay } from '../filling/page-overlay.tsx'
import type { CheckedDocument } from '../filling/use-checked-document.ts'
import { ZoomablePages } from '../pdf/zoomable-pages.tsx'

type Props = { checked: CheckedDocument; participants: readonly Participant[] }

/** The document for a person who only reads it. */
export function ReadDocument({ checked, participants }: Props) {
  return (
    <ZoomablePages
      document={checked.pdf}
      renderOverlay={(page) => (
        <PageOverlay
          page={page}
          checked={checked}
          participants={participants}
          shown={checked.ownFields}
          values={[]}
          inputs={[]}
          current={null}
          onChoose={() => {}}
        />
      )}
    />
  )
}
