import { Badge } from '../../src/badge.tsx'
import { Button } from '../../src/button.tsx'
import { Card } from '../../src/card.tsx'
import { CheckList } from '../../src/check-list.tsx'
import { CodeBlock } from '../../src/code-block.tsx'
import { Disclosure } from '../../src/disclosure.tsx'
import { Fingerprint } from '../../src/fingerprint.tsx'
import { KeyValue } from '../../src/key-value.tsx'
import { Section } from '../../src/page.tsx'
import { Qr } from '../../src/qr.tsx'
import { Stat } from '../../src/stat.tsx'
import { TestInstallationBadge, TestInstallationBanner } from '../../src/test-installation.tsx'
import { Timeline } from '../../src/timeline.tsx'
import { Verdict } from '../../src/verdict.tsx'
import { ABC_FINGERPRINT, EMPTY_FINGERPRINT, noop, Specimen } from '../specimen.tsx'
import { CHECKS, MATRIX, STEPS, VERDICTS } from './verification-specimens.ts'

/** Components that show verification results. */
export function VerificationSection() {
  return (
    <Section title="Verification" ruled>
      <Specimen name="verdict" stack>
        {VERDICTS.map((verdict) => (
          <Verdict key={verdict.kind} {...verdict} level={3} />
        ))}
        <Verdict
          kind="foreign-record"
          tone="warning"
          level={3}
          headline="Valid, but from an unknown record."
          context="You have not chosen to trust the record that certified it, and anyone can make a record."
          actions={<Button variant="primary">Trust this record</Button>}
        >
          <Disclosure summary="Details">
            <CheckList checks={CHECKS} />
          </Disclosure>
        </Verdict>
      </Specimen>
      <Specimen name="check-list" stack>
        <CheckList checks={CHECKS} />
      </Specimen>
      <Specimen name="timeline" stack>
        <Card className="max-w-md">
          <Timeline label="Progress of this certificate" steps={STEPS} />
        </Card>
      </Specimen>
      <Specimen name="fingerprint" stack>
        <Fingerprint value={ABC_FINGERPRINT} />
        <Fingerprint value={ABC_FINGERPRINT} compareWith={`ba78${EMPTY_FINGERPRINT.slice(4)}`} />
        <Fingerprint value={EMPTY_FINGERPRINT} size="sm" bare />
      </Specimen>
      <Specimen name="key-value" stack>
        <KeyValue
          items={[
            { label: 'Entry', value: '201' },
            { label: 'Certified by', value: 'Example University (self-declared)' },
            { label: 'Root', value: EMPTY_FINGERPRINT, mono: true },
          ]}
        />
      </Specimen>
      <Specimen name="stat">
        <div className="grid w-full grid-cols-2 gap-6 sm:grid-cols-3">
          <Stat label="Certificates" value={1204} detail="in the public record" live />
          <Stat label="Last written to the blockchain" value="block 21,403" detail="4 s ago" />
          <Stat label="Gas per document" value={null} />
        </div>
      </Specimen>
      <Specimen name="test-installation" stack>
        <TestInstallationBanner>
          To prove anything to others, <a href="#main">connect a real chain</a>.
        </TestInstallationBanner>
        <TestInstallationBadge />
      </Specimen>
      <Specimen name="qr, code-block" stack>
        <div className="flex flex-wrap gap-6">
          <Qr matrix={MATRIX} label="QR code: sample pattern" />
          <CodeBlock
            className="min-w-0 flex-1 basis-72"
            title="Verify without this installation"
            code="npx inkproof verify thesis.pdf thesis.pdf.tlog-proof --offline"
          />
        </div>
      </Specimen>
      <Specimen name="badge">
        <Badge dot tone="accent">
          Received
        </Badge>
        <Badge dot tone="success">
          On the blockchain
        </Badge>
        <Badge tone="warning">Trial</Badge>
        <Badge tone="danger">Revoked</Badge>
        <Badge>Private</Badge>
        <Badge tone="outline">PDF</Badge>
        <Button size="sm" variant="ghost" onClick={noop}>
          12 more
        </Button>
      </Specimen>
    </Section>
  )
}
