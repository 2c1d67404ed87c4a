import { describe, expect, it } from 'vitest';
import { measureOf, writeTime, writeValue } from './units.ts';

describe('Figures as people read them', () => {
  it('are metric or imperial', () => {
    expect(writeValue('speed', 'metric', 10)).toBe('36.0\u00a0km/h');
    expect(writeValue('speed', 'imperial', 10)).toBe('22.4\u00a0mph');
    expect(writeValue('distance', 'metric', 12_345)).toBe('12.35\u00a0km');
    expect(writeValue('distance', 'imperial', 1_609.344)).toBe('1.00\u00a0mi');
    expect(writeValue('elevation', 'imperial', 100)).toBe('328\u00a0ft');
    expect(writeValue('heartRate', 'imperial', 151.6)).toBe('152\u00a0bpm');
  });

  it('give a pace in minutes, and none while standing', () => {
    expect(writeValue('pace', 'metric', 0.3)).toBe('5:00/km');
    expect(writeValue('pace', 'imperial', 0.3)).toBe('8:03/mi');
    expect(writeValue('pace', 'metric', 20)).toBe('–');
  });

  it('say nothing of what was not measured', () => {
    expect(writeValue('power', 'metric', NaN)).toBe('–');
    expect(writeTime(NaN, 1)).toBe('–');
  });

  it('carry what is rounded up, and have no minus zero', () => {
    expect(writeTime(59.96, 1)).toBe('1:00.0');
    expect(writeTime(3_599.999, 2)).toBe('1:00:00.00');
    expect(writeTime(-0.001, 1)).toBe('0:00.0');
    expect(writeTime(-61.5, 1)).toBe('−1:01.5');
    expect(measureOf('gradient', 'metric').write(-0.01)).toBe('0.0');
    expect(measureOf('gradient', 'metric').write(-3.25)).toBe('−3.3');
  });
});
