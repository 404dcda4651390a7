import { ChevronDown, Globe } from 'lucide-react'
import { Button } from '../design/button.js'
import { Menu } from '../design/menu.js'
import { paths } from '../routes/paths.js'
import { useNavigate } from '../routes/place.js'
import { useWorkspace } from './workspace.js'

const commonRegions = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'eu-west-1',
  'eu-central-1',
  'ap-northeast-1',
  'ap-southeast-1',
  'ap-southeast-2',
]

/** Tables of other regions are other tables, so the region is always in sight. */
export function RegionSwitch() {
  const { region } = useWorkspace()
  const navigate = useNavigate()
  const regions = commonRegions.includes(region) ? commonRegions : [region, ...commonRegions]
  return (
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
      ]}
    />
  )
}
