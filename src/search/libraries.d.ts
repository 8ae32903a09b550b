/** Types of a package that brings none; only what we use. */
declare module 'simulated-annealing' {
  export default function simulatedAnnealing<S>(options: {
    initialState: S;
    tempMax: number;
    tempMin: number;
    newState(state: S): S;
    getTemp(temperature: number): number;
    getEnergy(state: S): number;
  }): S;
}
