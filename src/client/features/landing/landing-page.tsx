import { AnalysisTool } from './analysis-tool.tsx';
import { Closing } from './closing.tsx';
import { Costs } from './costs.tsx';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import { RaceSteps } from './race-steps.tsx';
import { ResultsFile } from './results-file.tsx';
import { Safeguards } from './safeguards.tsx';
import { Strengths } from './strengths.tsx';
import { TwoPhones } from './two-phones.tsx';

export function LandingPage() {
  return (
    <>
      <Hero />
      <Strengths />
      <TwoPhones />
      <RaceSteps />
      <Safeguards />
      <ResultsFile />
      <AnalysisTool />
      <Costs />
      <Faq />
      <Closing />
    </>
  );
}
