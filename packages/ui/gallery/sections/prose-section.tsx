import { TextLink } from '../../src/link.tsx'
import { NotInThisRelease } from '../../src/not-in-this-release.tsx'
import { Section } from '../../src/page.tsx'
import { Prose } from '../../src/prose.tsx'
import { Specimen } from '../specimen.tsx'

/** Prose, and the page for features of a later release. */
export function ProseSection() {
  return (
    <Section title="Prose" ruled>
      <Specimen name="prose" stack>
        <Prose>
          <h2>Nobody has to trust us</h2>
          <p>
            A proof file verifies with the <a href="#main">published verifier</a> and any chain
            node; with the stored block header in it, down to a <strong>block hash</strong> with no
            network at all.
          </p>
          <h3>What is in it</h3>
          <ul>
            <li>the entry, opened: what it commits to</li>
            <li>
              the path to the root, as in <code>RFC 6962</code>
            </li>
          </ul>
          <blockquote>
            <p>The record cannot be rewritten without being seen.</p>
          </blockquote>
          <pre>
            <code>npx inkproof verify FILE PROOF</code>
          </pre>
        </Prose>
      </Specimen>
      <NotInThisRelease
        title="Templates"
        sentence="Filling templates and issuing many at once comes with a later release."
      >
        <TextLink href="#main">Certify a document you already have</TextLink>
      </NotInThisRelease>
    </Section>
  )
}
