import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { Button } from '../../design/button.js'
import { classNames } from '../../design/class-names.js'

/** Files by a button, or dropped. */
export function FilePicker({ onPick }: { readonly onPick: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length > 0) onPick([...event.dataTransfer.files])
  }
  return (
    <div
      className={classNames('file-picker', isOver && 'file-picker-over')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden size={28} strokeWidth={1.5} />
      <p>CSV, JSON, JSON lines, DynamoDB JSON, or the data files of an export (.json.gz)</p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz,.ion"
        onChange={(event) => {
          onPick([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
