import { Search } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../src/checkbox.tsx'
import { Combobox } from '../../src/combobox.tsx'
import { Field } from '../../src/field.tsx'
import { Input } from '../../src/input.tsx'
import { TextLink } from '../../src/link.tsx'
import { Section } from '../../src/page.tsx'
import { PasswordInput } from '../../src/password-input.tsx'
import { RadioGroup } from '../../src/radio-group.tsx'
import { Select } from '../../src/select.tsx'
import { Switch } from '../../src/switch.tsx'
import { Textarea } from '../../src/textarea.tsx'
import { ABC_FINGERPRINT, Specimen } from '../specimen.tsx'

const NODES = [
  { value: 'here', label: 'This installation’s node' },
  { value: 'wallet', label: 'The wallet’s node' },
  { value: 'url', label: 'Custom node' },
  { value: 'offline', label: 'None (offline)', disabled: true },
]

const STORAGE_OPTIONS = [
  { value: 'private', label: 'Private', hint: 'Only the fingerprint leaves this device.' },
  { value: 'stored', label: 'Stored', hint: 'A copy of up to 50 MB, encrypted at rest.' },
] as const

const PEOPLE = [
  { id: '1', label: 'Ann Archer', detail: 'ann.archer@example.com' },
  { id: '2', label: 'Bo Baker', detail: 'bo@example.com' },
  {
    id: '3',
    label: 'Maria Alexandra Konstantinopoulou-Papadimitriou',
    detail: 'maria.alexandra.konstantinopoulou-papadimitriou@example.com',
  },
]

/** Form controls. */
export function FormsSection() {
  return (
    <Section title="Forms" ruled>
      <Specimen name="field, input" stack>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Title" hint="Shown on the certificate." optional>
            <Input placeholder="Lease, second draft" />
          </Field>
          <Field label="Email" error="Enter a valid e-mail address, including an @." required>
            <Input type="email" defaultValue="ada.example" />
          </Field>
          <Field label="Fingerprint">
            <Input mono defaultValue={ABC_FINGERPRINT} readOnly />
          </Field>
          <Field label="Search">
            <Input leading={<Search />} type="search" placeholder="Title, note or fingerprint" />
          </Field>
          <Field label="Sending">
            <Input disabled defaultValue="Disabled while a request is pending" />
          </Field>
          <Field label="Password" aside={<TextLink href="#main">Forgot your password?</TextLink>}>
            <PasswordInput defaultValue="correct horse" />
          </Field>
        </div>
      </Specimen>
      <Specimen name="textarea, select" stack>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Note" hint="Up to 500 characters.">
            <Textarea placeholder="Describe this document" />
          </Field>
          <div className="space-y-6">
            <Field label="Node">
              <Select options={NODES} defaultValue="here" />
            </Field>
            <Field label="Node" error="Choose a blockchain node.">
              <Select options={NODES} placeholder="Choose a node" />
            </Field>
          </div>
        </div>
      </Specimen>
      <Specimen name="combobox" stack>
        <PeopleCombobox />
      </Specimen>
      <Specimen name="checkbox" stack>
        <div>
          <Checkbox label="Anyone with the file can find its certificate" defaultChecked />
          <Checkbox label="Remember this node" hint="In this browser only." />
          <Checkbox label="Some selected" checked="indeterminate" />
          <Checkbox label="Not available" disabled />
        </div>
      </Specimen>
      <Specimen name="radio-group" stack>
        <RadioGroup label="Storage" options={STORAGE_OPTIONS} defaultValue="private" look="cards" />
        <RadioGroup label="Storage (compact)" options={STORAGE_OPTIONS} defaultValue="stored" />
      </Specimen>
      <Specimen name="switch" stack>
        <div className="max-w-md">
          <Switch label="Show issuer name" hint="Uses the name from your profile." defaultChecked />
          <Switch label="E-mail me when it is anchored" />
          <Switch label="Not available" disabled />
        </div>
      </Specimen>
    </Section>
  )
}

function PeopleCombobox() {
  const [value, setValue] = useState('')
  const matches = ({ detail, label }: (typeof PEOPLE)[number]) =>
    `${label} ${detail}`.toLowerCase().includes(value.toLowerCase())
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field label="Recipient" hint="Type “a”, or press the down arrow key.">
        <Combobox
          listLabel="Address book"
          value={value}
          onValueChange={setValue}
          options={PEOPLE.filter(matches)}
          onChoose={(id) => setValue(PEOPLE.find((person) => person.id === id)?.label ?? '')}
        />
      </Field>
    </div>
  )
}
