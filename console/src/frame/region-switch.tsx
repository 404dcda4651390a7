import { ChevronDown, Globe } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../design/button.js'
import { Dialog } from '../design/dialog.js'
import { Field } from '../design/field.js'
import { TextInput } from '../design/inputs.js'
import { Menu } from '../design/menu.js'
import { paths } from '../routes/paths.js'
import { useNavigate } from '../routes/place.js'
import { useCommands } from './commands.js'
import { offeredRegions } from './used-places.js'
import { useWorkspace } from './workspace.js'

/** Tables of other regions are other tables, so the region is always in sight. */
export function RegionSwitch() {
  const { region } = useWorkspace()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const regions = offeredRegions(region)
  useCommands(
    useMemo(
      () =>
        offeredRegions(region)
          .filter((other) => other !== region)
          .map((other) => ({
            label: `Region ${other}`,
            group: 'Switch',
            icon: Globe,
            run: () => navigate(paths.tables(other)),
          })),
      [region, navigate],
    ),
  )
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button kind="ghost" icon={Globe} aria-label={`Region ${region}`}>
            {region}
            <ChevronDown aria-hidden size={14} />
          </Button>
        }
        groups={[
          regions.map((each) => ({
            label: each,
            checked: each === region,
            onSelect: () => navigate(paths.tables(each)),
          })),
          [{ label: 'Another region…', onSelect: () => setAsking(true) }],
        ]}
      />
      <RegionDialog open={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

const regionName = /^[a-z0-9-]{1,64}$/

function RegionDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const isName = regionName.test(name)
  const visit = () => {
    if (!isName) return
    onClose()
    setName('')
    navigate(paths.tables(name))
  }
  return (
    <Dialog
      title="Another region"
      open={open}
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={!isName} onClick={visit}>
          Switch
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          visit()
        }}
      >
        <Field label="Region" hint="Every region has tables of its own.">
          {(parts) => (
            <TextInput {...parts} mono autoFocus value={name} onChange={setName} maxLength={64} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
