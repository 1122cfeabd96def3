import { buildCsvAddress, type ReportQuestion } from '../api/reports.ts';
import { IconDownload } from './icons.tsx';

/** The same rows as a file. */
export function CsvLink({ question }: { question: ReportQuestion }) {
  return (
    <a className="button" href={buildCsvAddress(question)} download>
      <IconDownload />
      CSV
    </a>
  );
}
