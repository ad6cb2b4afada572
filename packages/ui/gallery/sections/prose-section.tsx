import { TextLink } from '../../src/link.tsx'
import { NotInThisRelease } from '../../src/not-in-this-release.tsx'
import { Section } from '../../src/page.tsx'
import { Prose } from '../../src/prose.tsx'
import { Specimen } from '../specimen.tsx'

/** Prose, and the placeholder page for features of a later release. */
export function ProseSection() {
  return (
    <Section title="Prose" ruled>
      <Specimen name="prose" stack>
        <Prose>
          <h2>Verification without trust</h2>
          <p>
            A proof file can be verified with the <a href="#main">published verifier</a> and any
            blockchain node. It contains the block header, so everything up to the{' '}
            <strong>block hash</strong> can be verified offline.
          </p>
          <h3>Contents of a proof file</h3>
          <ul>
            <li>the entry, with the data it commits to</li>
            <li>
              the path to the root, as defined in <code>RFC 6962</code>
            </li>
          </ul>
          <blockquote>
            <p>Any change of the record can be detected.</p>
          </blockquote>
          <pre>
            <code>npx inkproof verify FILE PROOF</code>
          </pre>
        </Prose>
      </Specimen>
      <NotInThisRelease
        title="Templates"
        sentence="Filling in templates and issuing documents in bulk will come in a later release."
      >
        <TextLink href="#main">Certify a document you already have</TextLink>
      </NotInThisRelease>
    </Section>
  )
}
