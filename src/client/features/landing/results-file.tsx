import { DownloadIcon } from '../../ui/tool-icons.tsx';
import { Section } from './section.tsx';

const columns = ['Racer', 'Start Time', 'Finish Time', 'Duration'];
const rows = [
  ['Ada Swift', '18:34:10', '18:46:40', '12:30.65'],
  ['Eli Brandt', '18:31:00', '18:43:31', '12:31.48'],
  ['Farah Haddad', '18:30:15', '18:42:59', '12:44.02'],
  ['Bo Quick', '18:33:40', '18:46:24', '12:44.02'],
];

export function ResultsFile() {
  return (
    <Section
      title="The results are yours"
      layout="beside"
      intro="Four columns that every spreadsheet opens. Share the board by link, or put the event on your public page; take the times with you as a file."
    >
      <figure className="overflow-hidden rounded-card border border-line bg-card shadow-card">
        <figcaption className="flex items-center gap-3 border-b border-line px-4 py-3.5 text-14 text-ink-2 sm:px-6">
          <DownloadIcon className="size-5" />
          <span className="min-w-0 flex-1 truncate font-semibold text-ink">Tuesday_10___Mill_Lane_results.csv</span>
          <span className="max-sm:sr-only">Example</span>
        </figcaption>
        <table className="w-full text-start text-14 sm:text-16">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={`pt-4 pb-2 text-13 font-semibold text-ink-2 ${cellClass(index === 0)}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, start, finish, duration]) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className={`py-3 font-semibold ${cellClass(true)}`}>
                  {name}
                </th>
                <td className={`digits py-3 ${cellClass(false)}`}>{start}</td>
                <td className={`digits py-3 ${cellClass(false)}`}>{finish}</td>
                <td className={`digits py-3 font-bold ${cellClass(false)}`}>{duration}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
    </Section>
  );
}

const cellClass = (isName: boolean): string => {
  const side = isName ? 'text-start max-sm:w-full' : 'text-end';
  return `px-2 first:ps-4 last:pe-4 sm:px-4 sm:first:ps-6 sm:last:pe-6 ${side}`;
};
