import { useState } from 'react'
import { Button } from '../design/button.js'
import { TextInput } from '../design/inputs.js'
import { paths } from '../routes/paths.js'
import { useNavigate } from '../routes/place.js'
import './open-by-name.css'
import { useWorkspace } from './workspace.js'

/** For somebody who may use a table but not list them all. */
export function OpenByName() {
  const { region } = useWorkspace()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  return (
    <form
      className="open-by-name"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') navigate(paths.table(region, name.trim(), 'items'))
      }}
    >
      <TextInput
        aria-label="Name of a table"
        placeholder="Name of a table"
        value={name}
        onChange={setName}
      />
      <Button type="submit">Open</Button>
    </form>
  )
}
