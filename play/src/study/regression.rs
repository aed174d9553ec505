//! Logistic regression: what a piece more is worth, from how games have ended.

/// A count of pieces, how the game ended for White (1, 0.5 or 0), and how much the observation
/// counts.
pub(super) struct Sample {
    pub(super) x: Vec<f64>,
    pub(super) y: f64,
    pub(super) weight: f64,
}

/// How strongly coefficients are held at 0 where there is nothing to learn them from.
const RIDGE: f64 = 0.05;
const STEPS: usize = 25;

/// The coefficients that explain the results best, each with its standard error, in the order of
/// the columns.
pub(super) fn fit(samples: &[Sample], columns: usize) -> Vec<(f64, f64)> {
    let mut beta = vec![0.0; columns];
    let mut errors = vec![f64::INFINITY; columns];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = beta.iter().map(|b| -RIDGE * b).collect();
        let mut hessian = vec![vec![0.0; columns]; columns];
        for (i, row) in hessian.iter_mut().enumerate() {
            row[i] = RIDGE;
        }
        for sample in samples {
            let z: f64 = sample.x.iter().zip(&beta).map(|(x, b)| x * b).sum();
            let p = 1.0 / (1.0 + (-z).exp());
            let spread = sample.weight * p * (1.0 - p);
            for (i, row) in hessian.iter_mut().enumerate() {
                gradient[i] += sample.weight * (sample.y - p) * sample.x[i];
                for (cell, x) in row.iter_mut().zip(&sample.x) {
                    *cell += spread * sample.x[i] * x;
                }
            }
        }
        let Some(inverse) = inverse(hessian) else { break };
        let mut moved = 0.0f64;
        for i in 0..columns {
            let step: f64 = (0..columns).map(|j| inverse[i][j] * gradient[j]).sum();
            let step = step.clamp(-1.0, 1.0);
            beta[i] += step;
            errors[i] = inverse[i][i].max(0.0).sqrt();
            moved = moved.max(step.abs());
        }
        if moved < 1e-9 {
            break;
        }
    }
    beta.into_iter().zip(errors).collect()
}

/// The inverse of a matrix, by elimination; `None` if it has none.
fn inverse(mut a: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = a.len();
    let mut out: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
        .collect();
    for column in 0..n {
        let best = (column..n).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        if a[best][column].abs() < 1e-12 {
            return None;
        }
        a.swap(column, best);
        out.swap(column, best);
        let pivot = a[column][column];
        for j in 0..n {
            a[column][j] /= pivot;
            out[column][j] /= pivot;
        }
        for i in 0..n {
            let factor = a[i][column];
            if i == column || factor == 0.0 {
                continue;
            }
            for j in 0..n {
                let (x, y) = (a[column][j], out[column][j]);
                a[i][j] -= factor * x;
                out[i][j] -= factor * y;
            }
        }
    }
    Some(out)
}
