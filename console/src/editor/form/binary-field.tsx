import { Download, Upload } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { IconButton } from '../../design/button.js'
import { formatBytes } from '../../design/format.js'
import { TextArea, type TextAreaProps } from '../../design/inputs.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import {
  base64Length,
  base64OfBytes,
  bytesOfBase64,
  hexOfBytes,
  isBase64,
} from '../../values/base64.js'
import { saveBlob } from '../save-file.js'

export interface BinaryFieldProps {
  readonly label: string
  readonly about: Pick<TextAreaProps, 'aria-label' | 'aria-invalid' | 'aria-describedby'>
  readonly base64: string
  readonly onChange: (base64: string) => void
}

type Form = 'base64' | 'hex'
const forms = [
  { value: 'base64', label: 'base64' },
  { value: 'hex', label: 'hex' },
] as const

/** Bytes that the hexadecimal view shows. */
const shownBytesMax = 4096

/** Bytes as base64, which can be edited, or as hexadecimal, and as a file. */
export function BinaryField({ label, about, base64, onChange }: BinaryFieldProps) {
  const [form, setForm] = useState<Form>('base64')
  const file = useRef<HTMLInputElement>(null)
  const isValid = isBase64(base64)
  const hex = useMemo(
    () => (form === 'hex' && isValid ? hexLines(base64) : ''),
    [form, isValid, base64],
  )
  return (
    <div className="binary-field">
      {form === 'base64' ? (
        <TextArea
          {...about}
          mono
          className="attribute-text"
          rows={Math.min(6, Math.max(1, Math.ceil(base64.length / 32)))}
          value={base64}
          placeholder="(empty)"
          onChange={(text) => onChange(text.replace(/\s+/g, ''))}
        />
      ) : (
        <pre className="binary-hex" tabIndex={0} aria-label={`${label} as hexadecimal`}>
          {hex}
        </pre>
      )}
      <div className="binary-tools">
        <span className="binary-size">
          {isValid ? formatBytes(base64Length(base64)) : 'not base64'}
        </span>
        <SegmentedControl
          label={`Form of ${label}`}
          value={form}
          choices={forms}
          onChange={setForm}
        />
        <IconButton
          label={`Download ${label}`}
          icon={Download}
          disabled={!isValid}
          onClick={() => saveBlob(new Blob([bytesOfBase64(base64)]), `${label}.bin`)}
        />
        <IconButton
          label={`Load ${label} from a file`}
          icon={Upload}
          onClick={() => file.current?.click()}
        />
        <input
          ref={file}
          type="file"
          hidden
          aria-label={`File for ${label}`}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            if (chosen !== undefined)
              void chosen
                .arrayBuffer()
                .then((bytes) => onChange(base64OfBytes(new Uint8Array(bytes))))
          }}
        />
      </div>
    </div>
  )
}

function hexLines(base64: string): string {
  const bytes = bytesOfBase64(base64)
  const pairs = hexOfBytes(bytes.subarray(0, shownBytesMax)).match(/../g) ?? []
  const lines: string[] = []
  for (let at = 0; at < pairs.length; at += 16) lines.push(pairs.slice(at, at + 16).join(' '))
  if (bytes.length > shownBytesMax) lines.push(`… ${bytes.length - shownBytesMax} more bytes`)
  return lines.join('\n')
}
