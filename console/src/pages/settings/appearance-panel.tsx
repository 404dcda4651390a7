import type { ReactNode } from 'react'
import { Checkbox, Select } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { usePreference } from '../../frame/preferences.js'
import { densities, themes, useDensity, useTheme } from '../../frame/theme.js'
import { useTimeZone } from '../../frame/time-zone.js'

export function AppearancePanel() {
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const [zone, setZone] = useTimeZone()
  const [letters, setLetters] = usePreference('letters', true)
  return (
    <Panel title="Appearance and keyboard">
      <Row name="Theme">
        <SegmentedControl
          label="Theme"
          value={theme}
          choices={themes.map(capitalised)}
          onChange={setTheme}
        />
      </Row>
      <Row name="Density">
        <SegmentedControl
          label="Density"
          value={density}
          choices={densities.map(capitalised)}
          onChange={setDensity}
        />
      </Row>
      <Row name="Time zone">
        <Select aria-label="Time zone" value={zone} choices={zoneChoices} onChange={setZone} />
      </Row>
      <Row name="Keyboard">
        <Checkbox checked={letters} onChange={setLetters}>
          Single letters are shortcuts (press ? for the list)
        </Checkbox>
      </Row>
    </Panel>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="settings-row">
      <span className="settings-name">{name}</span>
      <div>{children}</div>
    </div>
  )
}

function capitalised<Value extends string>(value: Value) {
  return { value, label: value.charAt(0).toUpperCase() + value.slice(1) }
}

const local = Intl.DateTimeFormat().resolvedOptions().timeZone

const zoneChoices = [
  { value: '', label: `This computer (${local})` },
  ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
    (zone) => ({ value: zone, label: zone }),
  ),
]
