export { latePart } from '../../ui/late-part.tsx';
