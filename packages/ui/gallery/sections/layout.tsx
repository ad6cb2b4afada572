import { useState } from 'react'
import { Badge } from '../../src/badge.tsx'
import { Button } from '../../src/button.tsx'
import { Card, CardHeader } from '../../src/card.tsx'
import { Checkbox } from '../../src/checkbox.tsx'
import { Accordion, Disclosure } from '../../src/disclosure.tsx'
import { Fingerprint } from '../../src/fingerprint.tsx'
import { Section } from '../../src/page.tsx'
import { Pagination } from '../../src/pagination.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../src/table.tsx'
import { Tabs } from '../../src/tabs.tsx'
import { ABC_FINGERPRINT, EMPTY_FINGERPRINT, Specimen } from '../specimen.tsx'

const TABS = [
  { id: 'checks', label: 'Checks', content: 'One line per check.' },
  { id: 'record', label: 'Public record', content: 'Entry 201 of 1,204.' },
  { id: 'none', label: 'Not available', content: '', disabled: true },
]

const QUESTIONS = [
  {
    id: 'leave',
    title: 'Does my document leave my device?',
    content: 'No. Storing a copy is optional.',
  },
  {
    id: 'trust',
    title: 'Do I have to trust Inkproof?',
    content: 'No. A proof file can be verified with any blockchain node.',
  },
]

const ROWS = [
  { name: 'lease.pdf', fingerprint: ABC_FINGERPRINT, size: '182.4 KB', isSelected: true },
  { name: 'thesis-final.pdf', fingerprint: EMPTY_FINGERPRINT, size: '2.1 MB', isSelected: false },
]

/** Cards, tabs, accordions, tables. */
export function LayoutSection() {
  const [page, setPage] = useState(2)
  return (
    <Section title="Layout" ruled>
      <Specimen name="card" stack>
        <div className="grid gap-4 sm:grid-cols-2">
          <Card>
            <CardHeader
              level={4}
              title="A card"
              description="Groups related content."
              actions={<Button size="sm">Action</Button>}
            />
            <p className="text-ink-muted">A thin border, no decoration.</p>
          </Card>
          <Card asChild interactive>
            <a href="#main" className="block no-underline">
              <p className="font-semibold text-ink">A card that is a link</p>
              <p className="mt-1 text-ink-muted">The whole card is clickable.</p>
            </a>
          </Card>
          <Card tone="sunken">Sunken</Card>
          <Card tone="plain">Plain</Card>
        </div>
      </Specimen>
      <Specimen name="tabs" stack>
        <Tabs label="Views of the certificate" tabs={TABS} />
      </Specimen>
      <Specimen name="disclosure" stack>
        <Disclosure summary="What this proves">
          <p className="text-ink-muted">This exact file existed when this block was created.</p>
        </Disclosure>
        <Accordion items={QUESTIONS} level={4} />
      </Specimen>
      <Specimen name="table, pagination" stack>
        <div>
          <Table caption="Documents">
            <TableHead>
              <TableHeader>Selected</TableHeader>
              <TableHeader>Document</TableHeader>
              <TableHeader>Fingerprint</TableHeader>
              <TableHeader>State</TableHeader>
              <TableHeader align="end">Size</TableHeader>
            </TableHead>
            <TableBody>
              {ROWS.map((row) => (
                <TableRow key={row.name} selected={row.isSelected}>
                  <TableCell>
                    <Checkbox
                      label={`Select ${row.name}`}
                      hideLabel
                      defaultChecked={row.isSelected}
                    />
                  </TableCell>
                  <TableCell className="whitespace-nowrap font-medium">{row.name}</TableCell>
                  <TableCell>
                    <Fingerprint
                      value={row.fingerprint.slice(0, 16)}
                      size="sm"
                      bare
                      className="whitespace-nowrap"
                    />
                  </TableCell>
                  <TableCell>
                    <Badge dot tone="success">
                      On the blockchain
                    </Badge>
                  </TableCell>
                  <TableCell align="end">{row.size}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          <Pagination
            label="Documents"
            page={page}
            pageCount={7}
            total={164}
            onPageChange={setPage}
          />
        </div>
      </Specimen>
    </Section>
  )
}
