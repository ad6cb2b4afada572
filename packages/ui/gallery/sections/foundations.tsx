import { Guilloche } from '../../src/guilloche.tsx'
import { Logo, LogoMark } from '../../src/logo.tsx'
import { Eyebrow, Section } from '../../src/page.tsx'
import { Seal } from '../../src/seal.tsx'
import { Specimen } from '../specimen.tsx'

// FIPS 180-4: "abc" and the empty message
const SHA256_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const SHA256_EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const BACKGROUNDS = [
  ['canvas', 'bg-canvas'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-raised'],
  ['sunken', 'bg-sunken'],
  ['hover', 'bg-hover'],
  ['accent', 'bg-accent'],
  ['accent-wash', 'bg-accent-wash'],
  ['success-wash', 'bg-success-wash'],
  ['warning-wash', 'bg-warning-wash'],
  ['danger-wash', 'bg-danger-wash'],
] as const

const TEXT_COLORS = [
  ['ink', 'text-ink'],
  ['ink-muted', 'text-ink-muted'],
  ['ink-faint', 'text-ink-faint'],
  ['accent-ink', 'text-accent-ink'],
  ['success', 'text-success'],
  ['warning', 'text-warning'],
  ['danger', 'text-danger'],
] as const

/** Logo, typography and colors. */
export function FoundationsSection() {
  return (
    <Section title="Foundations" ruled>
      <Specimen name="logo">
        <Logo />
        <Logo size={40} markOnly />
        <LogoMark size={72} className="text-ink" />
        <LogoMark size={16} className="text-ink" />
        <Guilloche className="size-40 text-accent-ink opacity-70" />
        <Guilloche lobes={18} turns={7} depth={0.24} className="size-40 text-success opacity-70" />
      </Specimen>
      <Specimen name="seal">
        {[320, 96, 24].map((size) => (
          <Seal key={size} size={size} fingerprint={SHA256_ABC} />
        ))}
        {[96, 24].map((size) => (
          <Seal key={size} size={size} fingerprint={SHA256_EMPTY} />
        ))}
      </Specimen>
      <Specimen name="type" stack>
        <p className="font-medium text-4xl tracking-tightest md:text-6xl">
          Existed by block 21,403
        </p>
        <p className="font-medium text-3xl tracking-tighter">One flow from draft to proof</p>
        <p className="text-ink-muted text-xl">Your document never has to leave your device.</p>
        <p>Files are hashed in the browser. Storing a copy is optional.</p>
        <p className="text-ink-faint text-sm">Recorded November 21, 2026 at 10:04 AM</p>
        <Eyebrow>Public record</Eyebrow>
      </Specimen>
      <Specimen name="backgrounds">
        {BACKGROUNDS.map(([name, style]) => (
          <div key={name} className="text-ink-muted text-xs">
            <div className={`mb-1.5 h-14 w-24 rounded-md border border-line ${style}`} />
            {name}
          </div>
        ))}
      </Specimen>
      <Specimen name="text colors">
        {TEXT_COLORS.map(([name, style]) => (
          <p key={name} className={`font-medium text-lg ${style}`}>
            {name}
          </p>
        ))}
      </Specimen>
    </Section>
  )
}
