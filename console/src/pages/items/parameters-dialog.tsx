/** Asks for the parameters of a query before it runs. */
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'

export interface ParametersDialogProps {
  readonly names: readonly string[]
  readonly onRun: (given: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
}

export function ParametersDialog({ names, onRun, onClose }: ParametersDialogProps) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const isReady = names.every((name) => (given[name] ?? '') !== '')
  return (
    <Dialog
      title="Parameters"
      open
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={!isReady} onClick={() => onRun(given)}>
          Run
        </Button>
      }
    >
      <form
        className="builder"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onRun(given)
        }}
      >
        {names.map((name) => (
          <Field key={name} label={name}>
            {(parts) => (
              <TextInput
                {...parts}
                mono
                value={given[name] ?? ''}
                onChange={(text) => setGiven({ ...given, [name]: text })}
              />
            )}
          </Field>
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
