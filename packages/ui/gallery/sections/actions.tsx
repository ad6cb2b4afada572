import { ArrowRight, Download, Ellipsis, Share2, Trash2 } from 'lucide-react'
import { Button } from '../../src/button.tsx'
import { CopyButton } from '../../src/copy-button.tsx'
import { IconButton } from '../../src/icon-button.tsx'
import { TextLink } from '../../src/link.tsx'
import { Section } from '../../src/page.tsx'
import { ThemeToggle } from '../../src/theme-toggle.tsx'
import { ABC_FINGERPRINT, noop, Specimen } from '../specimen.tsx'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'link'] as const

/** Buttons and links. */
export function ActionsSection() {
  return (
    <Section title="Actions" ruled>
      <Specimen name="button" stack>
        {VARIANTS.map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-3">
            <Button variant={variant}>
              Certify
              <ArrowRight />
            </Button>
            <Button variant={variant} busy>
              Certify
              <ArrowRight />
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} size="lg">
              Large
            </Button>
            <Button variant={variant} asChild>
              <a href="#main">As a link</a>
            </Button>
          </div>
        ))}
        <Button variant="primary" wide>
          Wide
        </Button>
      </Specimen>
      <Specimen name="icon-button">
        <IconButton label="More">
          <Ellipsis />
        </IconButton>
        <IconButton label="Share" tone="outline">
          <Share2 />
        </IconButton>
        <IconButton label="Delete" tone="danger">
          <Trash2 />
        </IconButton>
        <IconButton label="Download" size="sm" tone="outline">
          <Download />
        </IconButton>
        <IconButton label="Download again" tone="outline" busy>
          <Download />
        </IconButton>
        <IconButton label="Not available" tone="outline" disabled>
          <Download />
        </IconButton>
      </Specimen>
      <Specimen name="copy-button">
        <CopyButton value={ABC_FINGERPRINT} label="Copy fingerprint" />
        <CopyButton value={ABC_FINGERPRINT} label="Copy fingerprint" withText />
      </Specimen>
      <Specimen name="link">
        <p>
          The <TextLink href="#main">litepaper</TextLink> explains how it works.
        </p>
        <TextLink href="#main" tone="quiet">
          Privacy
        </TextLink>
      </Specimen>
      <Specimen name="theme-toggle">
        <ThemeToggle theme="dark" onToggle={noop} />
        <ThemeToggle theme="light" onToggle={noop} />
      </Specimen>
    </Section>
  )
}
