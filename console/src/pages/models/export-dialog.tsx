import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { CodeBlock } from '../../design/code-block.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { Select } from '../../design/inputs.js'
import type { DataModel } from '../../modelling/data-model.js'
import { fileNameOf, saveFile } from './model-file.js'
import { everyModelExport } from './table-exports.js'

export interface ExportDialogProps {
  readonly model: DataModel
  readonly open: boolean
  readonly onClose: () => void
}

const notes: Readonly<Record<string, string>> = {
  workbench: 'With access patterns, rules and local indexes in the member x-gramme.',
  'workbench-strict': 'Nothing but what Workbench knows. Local indexes are drawn as global ones.',
}

export function ExportDialog({ model, open, onClose }: ExportDialogProps) {
  const [id, setId] = useState(everyModelExport[0]!.id)
  const form = everyModelExport.find((each) => each.id === id) ?? everyModelExport[0]!
  const text = open ? form.textOf(model) : ''
  const name = fileNameOf(model, form.ending)
  return (
    <Dialog
      title="Export model"
      size="wide"
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            kind="primary"
            icon={Download}
            onClick={() => saveFile({ name, mediaType: form.mediaType, text })}
          >
            Download {name}
          </Button>
        </>
      }
    >
      <Field label="Format" hint={notes[form.id]}>
        {(parts) => (
          <Select
            {...parts}
            value={form.id}
            choices={everyModelExport.map((each) => ({ value: each.id, label: each.label }))}
            onChange={setId}
          />
        )}
      </Field>
      <CodeBlock text={text} label={form.label} />
    </Dialog>
  )
}
