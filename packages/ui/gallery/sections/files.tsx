import { formatBytes } from '@inkproof/texts/format'
import { useState } from 'react'
import { Button } from '../../src/button.tsx'
import { Card } from '../../src/card.tsx'
import { DropZone } from '../../src/drop-zone.tsx'
import { Section } from '../../src/page.tsx'
import { Progress } from '../../src/progress.tsx'
import { noop, Specimen } from '../specimen.tsx'

/** The drop zone, and the progress of files. */
export function FilesSection() {
  const [files, setFiles] = useState<File[]>([])
  return (
    <Section title="Files" ruled>
      <Specimen name="drop-zone" stack>
        <DropZone
          onFiles={setFiles}
          title="Drop a document to certify"
          hint="Any file of any size. It is fingerprinted in your browser and doesn’t have to leave your device."
        >
          <Button variant="link" size="sm">
            Try an example
          </Button>
        </DropZone>
        {files.map((file) => (
          <p key={file.name} className="text-sm">
            {file.name} · {formatBytes(file.size)}
          </p>
        ))}
        <div className="grid gap-4 sm:grid-cols-2">
          <DropZone
            onFiles={noop}
            size="sm"
            paste={false}
            title="Add a proof file"
            folders={false}
          />
          <DropZone
            onFiles={noop}
            size="sm"
            paste={false}
            folders={false}
            title="Choose a picture"
            error="This is not a picture. Choose a PNG or JPEG file."
          />
        </div>
        <DropZone onFiles={noop} size="sm" paste={false} disabled title="Disabled" />
      </Specimen>
      <Specimen name="progress" stack>
        <Card padding="sm" className="space-y-6">
          <Progress
            label="thesis-final.pdf"
            value={0.42}
            detail="861.2 MB of 2 GB · 412.5 MB/s · 3 s left"
            action={
              <Button variant="link" size="sm">
                Cancel
              </Button>
            }
          />
          <Progress label="Waiting for the next anchor" value={null} />
          <Progress label="lease.pdf" value={1} tone="success" detail="Fingerprinted in 0.4 s" />
          <Progress
            label="scan.pdf"
            value={0.71}
            tone="danger"
            detail="The file changed while it was being read."
          />
        </Card>
      </Specimen>
    </Section>
  )
}
